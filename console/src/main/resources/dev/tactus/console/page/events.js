// The latest events of the running system: asked for when a snapshot says that there are new ones,
// kept up to a limit, the newest first.

import { get } from './api.js';

const KEPT = 400;
const PAGE = 200;
const PAGES_MAX = 5;

export class Events {
  #isBusy = false;
  #system = '';
  latest = 0;
  items = [];
  error = null;

  /** Asks for what is new; returns whether anything changed. */
  async follow(snapshot) {
    if (this.#isBusy || !snapshot) return false;
    if (snapshot.system !== this.#system || snapshot.events.latest < this.latest) {
      this.#system = snapshot.system;
      this.latest = Math.max(0, snapshot.events.latest - PAGE);
      this.items = [];
    }
    if (snapshot.events.latest <= this.latest && !this.error) return false;
    this.#isBusy = true;
    try {
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const fresh = await get('api/events', { after: this.latest, max: PAGE });
        this.error = null;
        if (!fresh.length) break;
        this.latest = fresh.at(-1).number;
        this.items = fresh.toReversed().concat(this.items).slice(0, KEPT);
        if (fresh.length < PAGE) break;
      }
      return true;
    } catch (error) {
      this.error = error;
      return true;
    } finally {
      this.#isBusy = false;
    }
  }
}
