package dev.tactus.console.wire;

/// Why a request was refused.
///
/// @param status the status of the answer
/// @param code the code under which `tactus explain` tells more
/// @param reason what was wrong with it
/// @param remedy what to do instead
public record ErrorInfo(int status, String code, String reason, String remedy) {}
