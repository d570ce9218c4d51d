package dev.tactus.cli.demo;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// The planned failure of a device. It has no stack trace: there are thousands of them, and all
/// come from the same line.
final class DeviceCrash extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  DeviceCrash(int device) {
    super(
        ErrorCode.DEVICE_CRASH.mark("device " + device + " crashed, as the seed says"),
        null,
        false,
        false);
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.DEVICE_CRASH;
  }
}
