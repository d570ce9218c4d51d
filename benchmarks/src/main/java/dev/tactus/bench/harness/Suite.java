package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// One comparison: who competes, in which workloads, shown as which rows.
///
/// The same object serves in both processes: the parent reads its lists, a child calls [#run].
public interface Suite {
  /// The contender that the peers are compared with.
  String OURS = "tactus";

  /// The name on the command line.
  String name();

  /// All contenders by name, ours first, with the version that runs.
  Map<String, String> contenders();

  /// The groups in the order of a round.
  List<Group> groups();

  /// The rows of the table in the order shown.
  List<RowSpec> rows(Mode mode);

  /// What a quick run may take, less what its last step needs to end. It bounds what comes after
  /// the first sample of each station: a machine too busy for those takes longer.
  default Duration quickBudget() {
    return Duration.ofSeconds(170);
  }

  /// Does one turn and reports what it measured. Threads: the child's main thread.
  ///
  /// It goes through stations of its group, all or some of them, in their order.
  ///
  /// @param baton does each step when it is its time
  /// @throws Exception whatever went wrong; the child reports it and ends
  void run(Turn turn, Baton baton, Results results) throws Exception;
}
