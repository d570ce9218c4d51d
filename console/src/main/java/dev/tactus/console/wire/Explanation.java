package dev.tactus.console.wire;

/// What a code means.
///
/// @param code the code
/// @param title what it is about, in a few words
/// @param page all that there is to say, in Markdown
public record Explanation(String code, String title, String page) {}
