/// The worker pool that runs everything: actors, processes, and any other task in turns.
module dev.tactus.workers {
  requires transitive dev.tactus.time;
  requires static org.jspecify;

  exports dev.tactus.workers;
}
