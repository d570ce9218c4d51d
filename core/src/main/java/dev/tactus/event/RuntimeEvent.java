package dev.tactus.event;

/// Something that happened in a system. Events are immutable.
public interface RuntimeEvent {}
