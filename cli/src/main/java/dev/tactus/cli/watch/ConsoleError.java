package dev.tactus.cli.watch;

/// What a console answers when it refuses something.
///
/// @param status the status of the answer
/// @param code the code under which `tactus explain` tells more
/// @param reason why
/// @param remedy what to do
public record ConsoleError(int status, String code, String reason, String remedy) {}
