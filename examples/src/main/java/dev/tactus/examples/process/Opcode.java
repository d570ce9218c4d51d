package dev.tactus.examples.process;

/// What a program can do. Each instruction is one byte, and some have a byte behind it.
enum Opcode {
  /// Pushes the byte behind it.
  PUSH(0, true),
  /// Replaces the two numbers on top by their sum.
  ADD(1, false),
  /// Replaces the two numbers on top by the lower one less the upper.
  SUBTRACT(2, false),
  /// Replaces the two numbers on top by their product.
  MULTIPLY(3, false),
  /// Pushes the variable whose number is behind it.
  LOAD(4, true),
  /// Pops into the variable whose number is behind it.
  STORE(5, true),
  /// Goes on at the place behind it.
  JUMP(6, true),
  /// Pops, and goes on at the place behind it if that was zero.
  JUMP_IF_ZERO(7, true),
  /// Pops, and waits so many milliseconds.
  SLEEP(8, false),
  /// Waits for a message that is a number, and pushes it.
  RECEIVE(9, false),
  /// Pops a process number and then a value, and sends the value there.
  SEND(10, false),
  /// Pushes the number of its own process.
  SELF(11, false),
  /// Ends with the number on top.
  HALT(12, false);

  private static final Opcode[] ALL = values();

  private final byte code;
  private final boolean hasOperand;

  Opcode(int code, boolean hasOperand) {
    this.code = (byte) code;
    this.hasOperand = hasOperand;
  }

  byte code() {
    return code;
  }

  boolean hasOperand() {
    return hasOperand;
  }

  static Opcode of(byte code) {
    for (Opcode opcode : ALL) {
      if (opcode.code == code) {
        return opcode;
      }
    }
    throw new IllegalArgumentException(
        "byte " + code + " is no instruction; 0 to " + (ALL.length - 1) + " are");
  }
}
