package dev.tactus.observe;

/// Something that happened, as the event stream told it. It carries types of messages, never their
/// contents, unless the observatory was told to show them.
///
/// @param number counts the events that were noted, from 1
/// @param atMillis the wall clock's time, since 1970
/// @param type the name of the event's type, such as `Failed` or `DeadLetter`
/// @param isWarning whether somebody should look at it
/// @param subject whom it concerns: the path of an actor, the id of a dispatcher, a timer, a
///   process
/// @param text what happened, in a sentence
/// @param code the code under which `tactus explain` tells more; empty where there is none
public record EventEntry(
    long number,
    long atMillis,
    String type,
    boolean isWarning,
    String subject,
    String text,
    String code) {}
