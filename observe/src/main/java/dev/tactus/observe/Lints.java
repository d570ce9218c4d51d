package dev.tactus.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks at one snapshot after another for what is probably wrong.
///
/// Nothing else enters: the same snapshots give the same findings, of a running system or of a
/// recording. What a snapshot shows is a *sign*; a sign makes a finding, which keeps the time of
/// the first sign as long as signs come, and goes away after a few looks without one
/// ([LintSettings#calmLooks()]).
///
/// Where actors are concerned, only snapshots with a new sweep count as a look: a figure that is
/// shown twice was measured once. After a pause of more than [LintSettings#pauseNanos()] between
/// two snapshots, and when they are of another system, all begins anew.
///
/// Threads: one caller at a time.
public final class Lints {
  /// More than that many findings at once tell nothing more.
  static final int FINDINGS_MAX = 100;

  private record Key(FindingKind kind, String subject) {}

  private static final class Standing {
    final long sinceMillis;
    Lint.Sign latest;
    int calmLooks;

    Standing(long sinceMillis, Lint.Sign latest) {
      this.sinceMillis = sinceMillis;
      this.latest = latest;
    }
  }

  private final LintSettings settings;
  private final Map<Key, Standing> standing = new HashMap<>();
  private List<Lint> lints;
  private @Nullable Snapshot previous;

  private Lints(LintSettings settings) {
    this.settings = settings;
    this.lints = all(settings);
  }

  /// Lints with these settings, which have seen nothing yet.
  public static Lints of(LintSettings settings) {
    return new Lints(settings);
  }

  private static List<Lint> all(LintSettings settings) {
    return List.of(
        new MailboxGrowing(settings),
        new LongTurn(settings),
        new TimerStorm(settings),
        new SelfMessageLoop(settings),
        new BlockedWorker(settings),
        new DriverBehind(settings),
        new RestartLoop(settings),
        new DeadLetterFlood(settings),
        new DispatcherRefusing(),
        new TimersDropped());
  }

  /// What looks wrong, the longest standing first.
  ///
  /// @param now the next snapshot; its own findings are not looked at
  /// @param stackOf where the thread of this name is, the innermost frame first; empty when that is
  ///   not known. Asked for workers that are stuck only.
  public List<Finding> look(Snapshot now, Function<String, List<String>> stackOf) {
    Snapshot before = previous;
    if (before != null && !follows(before, now)) {
      before = null;
      lints = all(settings);
      standing.clear();
    }
    previous = now;
    Look look = new Look(before, now, stackOf);
    for (Lint lint : lints) {
      if (!lint.isOfSweeps() || look.isNewSweep()) {
        judge(lint, look);
      }
    }
    return findings();
  }

  private boolean follows(Snapshot before, Snapshot now) {
    long elapsed = now.upNanos() - before.upNanos();
    return now.system().equals(before.system())
        && now.number() > before.number()
        && elapsed >= 0
        && elapsed <= settings.pauseNanos();
  }

  private void judge(Lint lint, Look look) {
    Set<Key> seen = new HashSet<>();
    for (Lint.Sign sign : lint.look(look)) {
      Key key = new Key(lint.kind(), sign.subject());
      seen.add(key);
      Standing found = standing.get(key);
      if (found != null) {
        found.latest = sign;
        found.calmLooks = 0;
      } else if (standing.size() < FINDINGS_MAX) {
        standing.put(key, new Standing(look.now().atMillis(), sign));
      }
    }
    standing
        .entrySet()
        .removeIf(
            entry ->
                entry.getKey().kind == lint.kind()
                    && !seen.contains(entry.getKey())
                    && ++entry.getValue().calmLooks >= settings.calmLooks());
  }

  private List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(standing.size());
    standing.forEach(
        (key, found) ->
            findings.add(
                new Finding(
                    key.kind.code(),
                    key.kind.name(),
                    key.subject,
                    found.latest.text(),
                    key.kind.remedy(),
                    found.latest.stack(),
                    found.sinceMillis)));
    findings.sort(
        Comparator.comparingLong(Finding::sinceMillis)
            .thenComparing(Finding::code)
            .thenComparing(Finding::subject));
    return findings;
  }
}
