package dev.tactus.console.wire;

/// A file that can be asked for.
///
/// @param name its name
/// @param bytes how long it is
/// @param modifiedMillis when it was written last, since 1970
public record FileInfo(String name, long bytes, long modifiedMillis) {}
