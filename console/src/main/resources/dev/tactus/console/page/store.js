// What the page knows: the latest snapshot, the samples of the last minutes, and whether they are
// live or recorded. Whoever shows something is called once for a frame at most, and not at all
// while nobody sees the page.

import { follows, sampleOf } from './samples.js';

/** How much of the past is drawn. */
export const WINDOW_MILLIS = 120_000;
const SLACK_MILLIS = 2000;
const KEPT_MAX = 1200;

export class Store {
  #listeners = new Set();
  #isAsked = false;
  #live = { snapshot: null, samples: [] };

  /** `live` or `recorded`. */
  mode = 'live';
  /** The name of the recording that is shown; empty when it is live. */
  recording = '';
  snapshot = null;
  samples = [];
  /** How many runs of a system were seen: more than one when it was started anew. */
  runs = 0;
  /** What the server said of itself. */
  about = { actions: [], isReadOnly: true, intervalMillis: 1000, system: '', version: '' };
  /** Of the feed: `connecting`, `live`, `lost`. */
  connection = { state: 'connecting', reason: '', retryAt: 0 };

  constructor() {
    document.addEventListener('visibilitychange', () => this.changed());
  }

  get sample() {
    return this.samples.at(-1) ?? null;
  }

  /** The page's idea of now: the moment of the latest snapshot. */
  get now() {
    return this.snapshot?.atMillis ?? 0;
  }

  get isLive() {
    return this.mode === 'live';
  }

  /** A snapshot of the running system. */
  takeLive(snapshot) {
    const { samples } = this.#live;
    const earlier = this.#live.snapshot;
    if (earlier && snapshot.number === earlier.number && snapshot.system === earlier.system) return;
    const isNext = earlier !== null && follows(snapshot, earlier);
    if (!isNext) {
      samples.length = 0;
      this.runs += 1;
    }
    samples.push(sampleOf(snapshot, isNext ? earlier : null));
    const since = snapshot.atMillis - WINDOW_MILLIS - SLACK_MILLIS;
    const old = samples.findIndex((sample) => sample.at >= since);
    samples.splice(0, Math.max(old, samples.length - KEPT_MAX));
    this.#live.snapshot = snapshot;
    if (this.isLive) this.#showLive();
  }

  /** Snapshots of a recording, the last of which is shown. */
  takeRecorded(name, snapshots) {
    this.mode = 'recorded';
    this.recording = name;
    this.snapshot = snapshots.at(-1);
    this.samples = snapshots.map((it, index) => {
      const before = snapshots[index - 1];
      return sampleOf(it, before && follows(it, before) ? before : null);
    });
    this.changed();
  }

  /** Shows the running system again. */
  backToLive() {
    this.mode = 'live';
    this.recording = '';
    this.#showLive();
  }

  #showLive() {
    this.snapshot = this.#live.snapshot;
    this.samples = this.#live.samples;
    this.changed();
  }

  connected(state, reason = '', retryAt = 0) {
    this.connection = { state, reason, retryAt };
    this.changed();
  }

  /** Calls this after each change. */
  listen(listener) {
    this.#listeners.add(listener);
  }

  /** Something has changed: everybody is called with the next frame. */
  changed() {
    if (this.#isAsked || document.hidden) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      for (const listener of this.#listeners) listener(this);
    });
  }
}
