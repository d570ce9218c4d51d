package dev.tactus.examples.process;

import java.io.ByteArrayOutputStream;

/// Byte code that an [Interpreter] runs.
///
/// ```java
/// Program countdown = new Program()
///     .push(3).store(0)                 // 0: n = 3
///     .load(0).jumpIfZero(17)           // 4: while n is not 0
///     .load(0).push(1).subtract().store(0)
///     .jump(4)
///     .load(0).halt();                  // 17
/// ```
public final class Program {
  private final ByteArrayOutputStream code = new ByteArrayOutputStream();

  /// Creates a program without instructions.
  public Program() {}

  Program with(Opcode opcode) {
    if (opcode.hasOperand()) {
      throw new IllegalArgumentException(opcode + " needs a byte behind it; give one");
    }
    code.write(opcode.code());
    return this;
  }

  Program with(Opcode opcode, int operand) {
    if (!opcode.hasOperand() || operand < Byte.MIN_VALUE || operand > Byte.MAX_VALUE) {
      throw new IllegalArgumentException(
          opcode + " was given " + operand + "; a number fits that is a byte, if it takes one");
    }
    code.write(opcode.code());
    code.write(operand);
    return this;
  }

  /// Pushes a number.
  public Program push(int number) {
    return with(Opcode.PUSH, number);
  }

  /// Adds.
  public Program add() {
    return with(Opcode.ADD);
  }

  /// Subtracts.
  public Program subtract() {
    return with(Opcode.SUBTRACT);
  }

  /// Multiplies.
  public Program multiply() {
    return with(Opcode.MULTIPLY);
  }

  /// Pushes a variable.
  public Program load(int variable) {
    return with(Opcode.LOAD, variable);
  }

  /// Pops into a variable.
  public Program store(int variable) {
    return with(Opcode.STORE, variable);
  }

  /// Goes on elsewhere.
  public Program jump(int place) {
    return with(Opcode.JUMP, place);
  }

  /// Pops, and goes on elsewhere if that was zero.
  public Program jumpIfZero(int place) {
    return with(Opcode.JUMP_IF_ZERO, place);
  }

  /// Pops, and waits so many milliseconds.
  public Program sleep() {
    return with(Opcode.SLEEP);
  }

  /// Waits for a number and pushes it.
  public Program receive() {
    return with(Opcode.RECEIVE);
  }

  /// Pops a process and a value, and sends the one the other.
  public Program send() {
    return with(Opcode.SEND);
  }

  /// Pushes its own process.
  public Program pushSelf() {
    return with(Opcode.SELF);
  }

  /// Ends with the number on top.
  public Program halt() {
    return with(Opcode.HALT);
  }

  byte[] bytes() {
    return code.toByteArray();
  }
}
