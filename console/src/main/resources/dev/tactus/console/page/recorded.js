// Plays a recording: which moments it has, which of them is shown, and going on by itself. Single
// snapshots are asked for as they are needed and kept, a few hundred at most. One that is damaged
// is a gap in what came before a moment, and is stepped over while it plays.

import { get } from './api.js';
import { WINDOW_MILLIS } from './store.js';

const KEPT = 400;
const BEFORE_MAX = 60;
const AT_ONCE = 4;
const PLAY_MILLIS = 500;

/** What the server answers about a snapshot that it cannot read, now and later. */
const DAMAGED = 400;

export class Player {
  #store;
  #listeners = new Set();
  #cache = new Map();
  #damaged = new Set();
  #asked = 0;
  #timer = 0;

  name = '';
  moments = [];
  index = 0;
  isPlaying = false;
  error = null;

  constructor(store) {
    this.#store = store;
  }

  get isOpen() {
    return this.name !== '';
  }

  listen(listener) {
    this.#listeners.add(listener);
  }

  /** Opens a recording at its beginning. */
  async open(name) {
    const index = await get(`api/recordings/${encodeURIComponent(name)}`);
    if (!index.snapshots.length) throw new Error('This recording holds no snapshot yet.');
    this.close();
    this.name = name;
    this.moments = index.snapshots;
    await this.seek(0);
  }

  close() {
    this.pause();
    this.#asked += 1;
    this.#cache.clear();
    this.#damaged.clear();
    this.name = '';
    this.moments = [];
    this.index = 0;
    this.error = null;
    this.#store.backToLive();
    this.#changed();
  }

  /** Shows one moment: at once with its figures, then with what came before it. */
  async seek(index) {
    this.index = Math.max(0, Math.min(this.moments.length - 1, index));
    this.#asked += 1;
    const asked = this.#asked;
    this.#changed();
    try {
      const { number } = this.moments[this.index];
      const near = this.#numbers(this.index, 1).map((it) =>
        it === number ? this.#snapshot(it) : this.#unlessDamaged(it));
      const few = (await Promise.all(near)).filter((it) => it !== null);
      if (asked !== this.#asked) return;
      this.error = null;
      const numbers = this.#numbers(this.index, BEFORE_MAX);
      const known = this.#known(numbers);
      this.#store.takeRecorded(this.name, known.length > few.length ? known : few);
      this.#changed();
      await this.#fetchAll(numbers, asked);
      if (asked === this.#asked && this.#known(numbers).length > known.length) {
        this.#store.takeRecorded(this.name, this.#known(numbers));
      }
    } catch (error) {
      if (asked !== this.#asked) return;
      this.error = error;
      if (!this.#isDamaged) this.pause();
      this.#changed();
    }
  }

  step(by) {
    this.pause();
    return this.seek(this.index + by);
  }

  play() {
    if (this.index >= this.moments.length - 1) this.index = -1;
    this.isPlaying = true;
    this.#goOn();
  }

  pause() {
    this.isPlaying = false;
    clearTimeout(this.#timer);
    this.#changed();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  async #goOn() {
    if (!this.isPlaying) return;
    if (!document.hidden) {
      do await this.seek(this.index + 1);
      while (this.isPlaying && this.#isDamaged && this.index < this.moments.length - 1);
      if (this.index >= this.moments.length - 1) this.pause();
    }
    if (this.isPlaying) this.#timer = setTimeout(() => this.#goOn(), PLAY_MILLIS);
  }

  /** The numbers up to a moment, in order: at most so many before it, none beyond the window. */
  #numbers(index, before) {
    const since = this.moments[index].atMillis - WINDOW_MILLIS;
    return this.moments
      .slice(Math.max(0, index - before), index + 1)
      .filter((moment) => moment.atMillis >= since)
      .map((moment) => moment.number);
  }

  /** Whether the chosen moment is one that cannot be read. */
  get #isDamaged() {
    return this.#damaged.has(this.moments[this.index]?.number);
  }

  /** The sound snapshots that are here already, from the last one on that is still missing. */
  #known(numbers) {
    const known = [];
    for (const number of numbers.toReversed()) {
      if (this.#damaged.has(number)) continue;
      if (!this.#cache.has(number)) break;
      known.unshift(this.#cache.get(number));
    }
    return known;
  }

  async #fetchAll(numbers, asked) {
    const missing = numbers.filter((number) => !this.#cache.has(number)).toReversed();
    const worker = async () => {
      while (missing.length && asked === this.#asked) await this.#unlessDamaged(missing.shift());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** A snapshot, or null where it cannot be read. */
  async #unlessDamaged(number) {
    if (this.#damaged.has(number)) return null;
    try {
      return await this.#snapshot(number);
    } catch (error) {
      if (error.status !== DAMAGED) throw error;
      return null;
    }
  }

  async #snapshot(number) {
    const known = this.#cache.get(number);
    if (known) return known;
    const { name } = this;
    let snapshot;
    try {
      snapshot = await get(`api/recordings/${encodeURIComponent(name)}/${number}`);
    } catch (error) {
      if (error.status === DAMAGED && name === this.name) this.#damaged.add(number);
      throw error;
    }
    if (name === this.name) {
      this.#cache.set(number, snapshot);
      if (this.#cache.size > KEPT) this.#cache.delete(this.#cache.keys().next().value);
    }
    return snapshot;
  }

  #changed() {
    for (const listener of this.#listeners) listener(this);
  }
}
