package dev.tactus.time.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A sink that wants certain ticks, refuses when told to, and fails the test when a tick comes
/// twice or not at all.
final class RecordingSink implements TickSink {
  /// What it accepted.
  final List<TickToken> tokens = new ArrayList<>();

  /// What it refused.
  final List<TickToken> refused = new ArrayList<>();

  /// The ticks for which it wants to be called.
  private final TreeSet<Long> wanted = new TreeSet<>();

  private final Deque<Consumer<TickToken>> whileAccepting = new ArrayDeque<>();
  private @Nullable VouchedTick vouched;
  private int refusalsLeft;
  private long lastTick;

  /// A sink that has had everything up to tick 0.
  RecordingSink() {
    this(0);
  }

  RecordingSink(long lastTick) {
    this.lastTick = lastTick;
  }

  /// It asks to be called for these ticks, in any order.
  RecordingSink wanting(long... ticks) {
    for (long tick : ticks) {
      wanted.add(tick);
    }
    return this;
  }

  /// It asks to be called for these ticks, and for no others any more.
  RecordingSink wantingInstead(long... ticks) {
    wanted.clear();
    return wanting(ticks);
  }

  /// It refuses the next tokens.
  RecordingSink refusing(int times) {
    refusalsLeft = times;
    return this;
  }

  /// What happens inside of its next acceptance; of several each belongs to one.
  RecordingSink whileAccepting(Consumer<TickToken> action) {
    whileAccepting.add(action);
    return this;
  }

  /// It wants every next tick vouched for.
  RecordingSink vouchedBy(VouchedTick tick) {
    vouched = tick;
    return this;
  }

  @Override
  public @Nullable VouchedTick vouched() {
    return vouched;
  }

  @Override
  public boolean accept(TickToken token) {
    if (token.firstTick() != lastTick + 1) {
      throw new AssertionError("after tick " + lastTick + " came " + token);
    }
    if (refusalsLeft > 0) {
      refusalsLeft--;
      refused.add(token);
      return false;
    }
    Consumer<TickToken> action = whileAccepting.poll();
    if (action != null) {
      action.accept(token);
    }
    lastTick = token.lastTick();
    wanted.headSet(lastTick, true).clear();
    if (vouched != null) {
      vouched.takenIn();
    }
    tokens.add(token);
    return true;
  }

  @Override
  public long nextWakeTick(long currentTick) {
    return wanted.isEmpty() ? Long.MAX_VALUE : wanted.first();
  }

  /// The last tick that it has had.
  long lastTick() {
    return lastTick;
  }

  /// The stretches that it accepted, for example `1-5`.
  List<String> stretches() {
    return tokens.stream().map(t -> t.firstTick() + "-" + t.lastTick()).toList();
  }

  List<TickMode> modes() {
    return tokens.stream().map(TickToken::mode).toList();
  }
}
