// The live feed: one stream of snapshots from the server, and of beats while there is none to
// send. When it breaks, or is silent for too long, the page says so and tries again, a little
// later each time.

import { get } from './api.js';

const RETRY_MILLIS = [1000, 2000, 4000, 5000];
const SILENCE_MIN_MILLIS = 20_000;
const HIDDEN_MILLIS = 60_000;

export class Feed {
  #store;
  #stream = null;
  #failures = 0;
  #retry = 0;
  #silence = 0;
  #rest = 0;

  constructor(store) {
    this.#store = store;
    document.addEventListener('visibilitychange', () => this.#visibility());
    // A browser keeps pages that were left, to go back to, and their streams with them. It has but
    // six connections to a server, so those would leave none for the page that is looked at.
    window.addEventListener('pagehide', () => this.#close());
    window.addEventListener('pageshow', (event) => {
      if (event.persisted && !this.#stream) this.start();
    });
  }

  start() {
    this.#close();
    if (this.#store.connection.state !== 'lost') this.#store.connected('connecting');
    this.#stream = new EventSource('api/stream');
    this.#stream.addEventListener('snapshot', (event) => this.#take(event));
    this.#stream.addEventListener('beat', () => this.#listenForSilence());
    this.#stream.addEventListener('error', () => this.#lost('The stream of snapshots has ended.'));
    this.#listenForSilence();
  }

  #take(event) {
    try {
      this.#store.takeLive(JSON.parse(event.data));
    } catch {
      this.#lost('The server sent something that is not a snapshot.');
      return;
    }
    this.#failures = 0;
    this.#listenForSilence();
    if (this.#store.connection.state !== 'live') this.#store.connected('live');
  }

  #listenForSilence() {
    clearTimeout(this.#silence);
    const patience = Math.max(SILENCE_MIN_MILLIS, 5 * this.#store.about.intervalMillis);
    this.#silence = setTimeout(() => this.#lost('The server is silent.'), patience);
  }

  #lost(reason) {
    this.#close();
    const wait = RETRY_MILLIS[Math.min(this.#failures, RETRY_MILLIS.length - 1)];
    this.#failures += 1;
    this.#store.connected('lost', reason, Date.now() + wait);
    this.#retry = setTimeout(() => this.start(), wait);
    this.#explain(Date.now() + wait);
  }

  /** A stream says nothing about why it broke; a plain question may. */
  async #explain(retryAt) {
    try {
      await get('api/console');
    } catch (refusal) {
      if (refusal.status > 0 && this.#store.connection.state === 'lost') {
        this.#store.connected('lost', `${refusal.message} ${refusal.remedy}`, retryAt);
      }
    }
  }

  #close() {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#stream?.close();
    this.#stream = null;
  }

  /** Nobody looks: after a while nothing is asked for either. */
  #visibility() {
    clearTimeout(this.#rest);
    if (document.hidden) {
      this.#rest = setTimeout(() => this.#close(), HIDDEN_MILLIS);
    } else if (!this.#stream) {
      this.start();
    }
  }
}
