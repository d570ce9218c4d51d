// Turns two snapshots into what happened between them: rates, shares and the figures of the later
// one. Counters of the server only grow, so a difference below zero means that another system has
// taken its place.

/** The sample between two snapshots; without an earlier one all rates are null. */
export function sampleOf(later, earlier) {
  const seconds = earlier ? (later.upNanos - earlier.upNanos) / 1e9 : 0;
  const rate = (now, before) => (seconds > 0 ? Math.max(0, now - before) / seconds : null);
  const workers = later.dispatchers.flatMap((dispatcher) => workersOf(dispatcher, earlier));
  const deadNow = sum(Object.values(later.deadLetters));
  return {
    at: later.atMillis,
    number: later.number,
    workers,
    turns: addUp(workers, 'turns'),
    busy: seconds > 0 && workers.length ? addUp(workers, 'busy') / workers.length : null,
    waiting: sum(later.dispatchers.map(waitingOf)),
    fired: rate(later.timers.metrics.fired, earlier?.timers.metrics.fired),
    registered: rate(later.timers.metrics.registered, earlier?.timers.metrics.registered),
    dead: rate(deadNow, earlier ? sum(Object.values(earlier.deadLetters)) : 0),
    deadBy: Object.fromEntries(
      Object.entries(later.deadLetters).map(([reason, count]) => [
        reason,
        rate(count, earlier?.deadLetters[reason] ?? 0),
      ]),
    ),
    actors: later.actors.total,
    queued: later.actors.queued,
    pending: later.timers.metrics.active,
    drift: later.timers.metrics.driftNanos,
    lateP99: later.timers.metrics.lateness.p99Nanos,
    overflow: later.timers.overflowSize,
    lateness: later.timers.metrics.lateness.buckets,
    processes: later.processes.map((system) => processesOf(system, earlier, rate)),
    readyP99: Object.fromEntries(
      later.dispatchers.map((dispatcher) => [dispatcher.id, dispatcher.readyLatency.p99Nanos]),
    ),
    queues: Object.fromEntries(later.dispatchers.map((it) => [it.id, waitingOf(it)])),
    isUnderPressure: later.isUnderPressure,
  };
}

/** Whether both are of the same run of the same system, one after the other. */
export function follows(later, earlier) {
  return (
    later.system === earlier.system &&
    later.number > earlier.number &&
    later.upNanos > earlier.upNanos
  );
}

/** Turns that wait at a dispatcher, in its own queue and at its workers. */
export function waitingOf(dispatcher) {
  return dispatcher.globalWaiting + sum(dispatcher.workers.map((worker) => worker.waiting));
}

function workersOf(dispatcher, earlier) {
  const before = earlier?.dispatchers.find((it) => it.id === dispatcher.id);
  const seconds = before ? (dispatcher.upNanos - before.upNanos) / 1e9 : 0;
  return dispatcher.workers.map((worker) => {
    const old = before?.workers.find((it) => it.number === worker.number);
    const rate = (name) =>
      old && seconds > 0 ? Math.max(0, worker[name] - old[name]) / seconds : null;
    const busy = rate('busyNanos');
    return {
      key: `${dispatcher.id}/${worker.number}`,
      busy: busy === null ? null : Math.min(1, busy / 1e9),
      turns: rate('executed'),
      steals: rate('steals'),
      parks: rate('parks'),
      waiting: worker.waiting,
    };
  });
}

function processesOf(system, earlier, rate) {
  const before = earlier?.processes.find((it) => it.name === system.name)?.stats;
  return {
    name: system.name,
    alive: system.stats.alive,
    steps: rate(system.stats.steps, before?.steps ?? 0),
    started: rate(system.stats.started, before?.started ?? 0),
    crashed: rate(system.stats.crashed, before?.crashed ?? 0),
  };
}

function addUp(workers, name) {
  const values = workers.map((worker) => worker[name]).filter((value) => value !== null);
  return values.length ? sum(values) : null;
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
