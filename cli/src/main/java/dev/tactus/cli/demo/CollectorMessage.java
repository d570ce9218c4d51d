package dev.tactus.cli.demo;

import dev.tactus.actor.ActorRef;

/// What a collector is told.
sealed interface CollectorMessage {
  /// What a device has measured.
  ///
  /// @param device the number of the device
  /// @param value the measured value
  record Reading(int device, long value) implements CollectorMessage {}

  /// A device wants an answer.
  ///
  /// @param device who asks
  /// @param request the number of the request, for the answer
  record Request(ActorRef<DeviceMessage> device, long request) implements CollectorMessage {}
}
