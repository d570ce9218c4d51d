/// Snapshots in a file, to look at later.
///
/// What enters: the snapshots and events of any [dev.tactus.observe.Source], by a
/// [dev.tactus.observe.recording.Recorder]. What leaves: a
/// [dev.tactus.observe.recording.Recording], which is a source itself, at the moment that one
/// chooses. Between them is a file of JSON lines: it can be appended to, read by common tools, and
/// a program that is killed loses the line that it was writing and no other.
///
/// Threads: a recorder has one of its own; a recording is for any. Start reading at
/// [dev.tactus.observe.recording.Lines], which has the format.
@NullMarked
package dev.tactus.observe.recording;

import org.jspecify.annotations.NullMarked;
