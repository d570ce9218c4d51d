package dev.tactus.cli.demo;

/// The planned failure of a device. It has no stack trace: there are thousands of them, and all
/// come from the same line.
final class DeviceCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DeviceCrash(int device) {
    super("device " + device + " crashed, as the seed says", null, false, false);
  }
}
