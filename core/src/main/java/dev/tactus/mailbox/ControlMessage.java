package dev.tactus.mailbox;

/// Marks messages that a control-aware mailbox hands over before all others.
public interface ControlMessage {}
