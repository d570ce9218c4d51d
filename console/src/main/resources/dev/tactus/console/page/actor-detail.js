// One actor: what it does now, how its mailbox went since it was opened, its children and what
// happened to it. It is asked for anew with each snapshot while it is shown.

import { get } from './api.js';
import { isAllowed, stopActor } from './actions.js';
import { el, fill, keyed, shown, text } from './dom.js';
import { timeChart } from './charts.js';
import { nanos, short, whole } from './format.js';
import { Pages, actorHref, actorLink, empty, facts, failed, loading, panel, stateBadge, table }
  from './parts.js';
import { logRow } from './view-warnings.js';

const SERIES_MAX = 600;

/** The path as links to all that lie above. */
function crumbs(path) {
  const root = /^(tactus:\/\/[^/]*)?\//.exec(path)?.[0] ?? '';
  const names = path.slice(root.length).split('/').filter((name) => name !== '');
  return [
    el('span', { class: 'dim' }, root),
    names.map((name, index) => [
      index ? el('span', { class: 'dim' }, '/') : null,
      index === names.length - 1 ? el('strong', {}, name)
        : el('a', { href: actorHref(root + names.slice(0, index + 1).join('/')) }, name)]),
  ];
}

export class ActorDetail {
  #app;
  #path = '';
  #series = [];
  #isBusy = false;
  #number = 0;
  #isGone = false;
  #children;

  constructor(app) {
    this.#app = app;
    this.badge = stateBadge();
    this.crumbs = el('p', { class: 'crumbs path' });
    this.figures = facts(['Waiting', 'System messages', 'Latest message', 'Turn', 'Dispatcher',
      'Worker', 'Children', 'Suspended']);
    this.chart = timeChart({
      label: 'Mailbox',
      format: short,
      series: [{ label: 'Waiting messages', valueOf: (it) => it.depth, tone: '--accent',
        isArea: true }],
    });
    this.stop = el('button', { class: 'button danger', hidden: true,
      on: { click: () => stopActor(this.#path) } }, 'Stop this actor');
    const close = el('a', { class: 'button', href: '#/actors' }, 'Close');
    this.state = el('div');
    this.content = el('div', {}, this.figures.node, this.chart.node);
    this.main = panel('Actor', {
      aside: el('span', { class: 'aside' }, this.badge.node, this.stop, close),
      body: [this.crumbs, this.state, this.content] });
    this.node = el('div', { class: 'stack', hidden: true }, this.main.node,
      this.#childrenPanel(), this.#eventsPanel());
  }

  #childrenPanel() {
    const rows = table('Children', [
      { title: 'Child', make: actorLink((it) => it.path), className: 'grow' },
      { title: 'Waiting', isNumber: true, cell: (it) => whole(it.depth) },
      { title: 'Turn', isNumber: true, cell: (it) => nanos(it.turnNanos) },
      { title: 'Children', isNumber: true, cell: (it) => whole(it.children) },
    ], (it) => it.path);
    this.#children = new Pages(
      (after) => get('api/actors', { parent: this.#path, after, max: 25 }),
      (items) => { rows.update(items); shown(rows.node, items.length > 0); }, 'children');
    this.childrenNode = panel('Children', { body: [rows.node, this.#children.node] }).node;
    return this.childrenNode;
  }

  #eventsPanel() {
    const list = el('ol', { class: 'log', tabindex: '0', 'aria-label': 'Events of this actor' });
    this.noEvents = empty('Nothing happened to it that was noted.');
    this.events = keyed(list, (it) => it.number, (it) => logRow(it, false));
    this.eventsNode = panel('Recent events', { body: [list, this.noEvents] }).node;
    return this.eventsNode;
  }

  show(path) {
    shown(this.node, path !== '');
    if (path === this.#path) return;
    this.#path = path;
    this.#series = [];
    this.#number = 0;
    this.#isGone = false;
    this.#children.clear();
    if (!path) return;
    fill(this.crumbs, crumbs(path));
    fill(this.state, loading('the actor'));
    shown(this.content, false);
    if (this.#app.store.isLive) this.#children.reload();
  }

  hide() {
    this.#number = 0;
  }

  update() {
    const { store } = this.#app;
    if (!this.#path) return;
    shown(this.stop, isAllowed(store, 'stop'));
    if (!store.isLive) shown(this.childrenNode, false);
    shown(this.eventsNode, store.isLive);
    if (store.isLive) this.#follow(store);
    else this.#showRecorded(store);
  }

  async #follow(store) {
    if (this.#isBusy || this.#isGone || store.snapshot.number === this.#number) return;
    this.#isBusy = true;
    this.#number = store.snapshot.number;
    const path = this.#path;
    const at = store.now;
    try {
      const { actor, events } = await get('api/actor', { path });
      if (path !== this.#path) return;
      this.#series.push({ at, depth: actor.depth });
      if (this.#series.length > SERIES_MAX) this.#series.shift();
      this.#showActor(actor, at);
      shown(this.childrenNode, actor.children > 0);
      const latest = events.toReversed().slice(0, 50);
      this.events.update(latest);
      shown(this.noEvents, latest.length === 0);
    } catch (error) {
      if (path !== this.#path) return;
      this.#isGone = error.status === 404;
      fill(this.state, this.#isGone
        ? empty('There is no such actor any more.', 'It has ended, or never began.')
        : failed(error));
      shown(this.content, false);
    } finally {
      this.#isBusy = false;
      // Another snapshot, or another actor, may have been missed meanwhile.
      if (store.snapshot.number !== this.#number) store.changed();
    }
  }

  /** In a recording only the deepest and slowest are known. */
  #showRecorded(store) {
    const { deepest, slowest } = store.snapshot.actors;
    const actor = [...deepest, ...slowest].find((it) => it.path === this.#path);
    if (actor) {
      this.#series = [{ at: store.now, depth: actor.depth }];
      this.#showActor(actor, store.now);
    } else {
      fill(this.state, empty('This moment of the recording does not name the actor.',
        'A recording holds the actors with the longest mailboxes and turns.'));
      shown(this.content, false);
    }
  }

  #showActor(actor, now) {
    fill(this.state);
    shown(this.content, true);
    this.badge.update(actor.state, actor.suspends > 0);
    [whole(actor.depth) + (actor.isDepthExact ? '' : ' or more'), whole(actor.systemDepth),
      actor.latestType || '–', nanos(actor.turnNanos), actor.dispatcher, actor.worker || '–',
      whole(actor.children), actor.suspends ? `${actor.suspends} times` : 'no']
      .forEach((value, index) => this.figures.set(index, value));
    text(this.main.heading, 'Actor');
    this.chart.update(this.#series, now);
  }
}
