// Pieces that several views are made of: panels, states, badges, tables, and the three things a
// panel shows when it has nothing else: it loads, it is empty, it has failed.

import { el, fill, freshId, keyed, text, attr, shown } from './dom.js';
import { isPath, plural, shortPath, words } from './format.js';

const EMPTY_PAGES_MAX = 10;

/** A box with a heading; `aside` stands to the right of it. */
export function panel(title, { aside = null, className = '', body = [] } = {}) {
  const id = freshId('panel');
  const content = el('div', { class: 'panel-body' }, body);
  const heading = el('h2', { id }, title);
  const head = el('header', { class: 'panel-head' }, heading, aside);
  const node = el('section', { class: `panel ${className}`, 'aria-labelledby': id }, head, content);
  return { node, body: content, heading };
}

/** What stands where there is nothing. */
export function empty(title, more = '') {
  return el(
    'div',
    { class: 'state' },
    el('p', { class: 'state-title' }, title),
    more ? el('p', { class: 'state-more' }, more) : null,
  );
}

export function loading(what) {
  return el('div', { class: 'state loading', role: 'status' }, `Loading ${what} …`);
}

/** What went wrong, in the server's words, and a way to try again. */
export function failed(error, retry = null) {
  return el(
    'div',
    { class: 'state failed', role: 'alert' },
    el('p', { class: 'state-title' }, '✕ ', error.message),
    error.remedy ? el('p', { class: 'state-more' }, error.remedy) : null,
    error.code ? el('p', { class: 'state-more code' }, error.code) : null,
    retry ? el('button', { class: 'button', on: { click: retry } }, 'Try again') : null,
  );
}

/** A link to the insides of a part of the system, as text, in a tab of its own. */
export function dumpLink(kind) {
  return el('a', { class: 'panel-link', href: `api/dump/${kind}?format=text`, target: '_blank',
    rel: 'noopener' }, 'Dump as text');
}

/** What only a running system can tell. */
export function liveOnly(what) {
  return empty(`${what} are not part of a recording.`, 'Go back to live to see them.');
}

const SHAPES = {
  RUNNING: '▶', SCHEDULED: '◔', IDLE: '○', CLOSED: '■', READY: '◔', BLOCKED: '◆', COMPLETE: '■',
  EXECUTING: '▶', PENDING: '◌', COMPLETED: '■', CANCELLED: '✕',
};
const TONES = {
  RUNNING: 'good', EXECUTING: 'good', SCHEDULED: 'accent', READY: 'accent', BLOCKED: 'warn',
};

/** A state as a shape and a word. */
export function stateBadge(state = '') {
  const shape = el('span', { class: 'shape', 'aria-hidden': 'true' });
  const name = el('span');
  const node = el('span', { class: 'badge' }, shape, name);
  const update = (now, isSuspended = false) => {
    text(shape, isSuspended ? 'Ⅱ' : SHAPES[now] ?? '·');
    text(name, isSuspended ? 'Suspended' : words(now));
    attr(node, 'data-tone', isSuspended ? 'warn' : TONES[now] ?? 'plain');
  };
  update(state);
  return { node, update };
}

/** A word with a tone, such as the kind of an event. */
export function tag(label, tone = 'plain', shape = '') {
  return el(
    'span',
    { class: 'badge', 'data-tone': tone },
    shape ? el('span', { class: 'shape', 'aria-hidden': 'true' }, shape) : null,
    label,
  );
}

/** Pairs of a name and a figure; returns a function that writes a figure by its index. */
export function facts(names) {
  const values = names.map(() => el('dd', { class: 'num' }, '–'));
  const node = el(
    'dl',
    { class: 'facts' },
    names.map((name, index) => el('div', {}, el('dt', {}, name), values[index])),
  );
  return { node, set: (index, value) => text(values[index], value), values };
}

/**
 * A table whose rows are kept in step with a list. Columns have `title`, perhaps `isNumber` and
 * `className`, and `cell(item)`, which returns a text, or `make()`, which returns
 * `{node, update(item)}`.
 */
export function table(label, columns, keyOf, { onRow = null } = {}) {
  const body = el('tbody');
  const head = el(
    'thead',
    {},
    el('tr', {}, columns.map((it) => el('th', { scope: 'col', class: cellClass(it) }, it.title))),
  );
  const node = el(
    'div',
    { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': label },
    el('table', {}, el('caption', { class: 'unseen' }, label), head, body),
  );
  const rows = keyed(body, keyOf, () => makeRow(columns, onRow));
  return { node, update: (items) => rows.update(items), body };
}

function cellClass(column) {
  return `${column.isNumber ? 'num ' : ''}${column.className ?? ''}`.trim() || null;
}

function makeRow(columns, onRow) {
  let shownItem = null;
  const parts = columns.map((column) => column.make?.());
  const nodes = columns.map((column, index) =>
    el('td', { class: cellClass(column) }, parts[index]?.node));
  const node = el('tr', {}, nodes);
  if (onRow) {
    node.classList.add('clickable');
    node.addEventListener('click', (event) => {
      if (!event.target.closest('a, button') && !getSelection()?.toString()) onRow(shownItem);
    });
  }
  return {
    node,
    update(item) {
      shownItem = item;
      columns.forEach((column, index) => {
        if (parts[index]) parts[index].update(item);
        else text(nodes[index], column.cell(item));
      });
    },
  };
}

/** A link to an actor, as the cell of a table. */
export function actorLink(pathOf, label = shortPath) {
  return () => {
    const node = el('a', { class: 'path' });
    return {
      node,
      update(item) {
        const path = pathOf(item);
        text(node, label(path));
        attr(node, 'title', path);
        attr(node, 'href', actorHref(path));
      },
    };
  };
}

/** Whom something concerns: a link where that is an actor, a name where not. */
export function subjectNode(subject) {
  return isPath(subject)
    ? el('a', { class: 'path', href: actorHref(subject), title: subject }, shortPath(subject))
    : el('span', { class: 'path' }, subject);
}

export function actorHref(path) {
  return `#/actors?path=${encodeURIComponent(path)}`;
}

/**
 * A list that comes page by page: `fetchPage(after)` returns `{items, next}`, `show(items)` shows
 * all that have come. The button asks for more.
 */
export class Pages {
  #fetchPage;
  #show;
  #asked = 0;
  #next = '';
  items = [];

  constructor(fetchPage, show, what) {
    this.#fetchPage = fetchPage;
    this.#show = show;
    this.what = what;
    this.state = el('div', { class: 'pages-state' });
    this.more = el('button', { class: 'button more', hidden: true,
      on: { click: () => this.#load(this.#next) } }, 'More');
    this.count = el('span', { class: 'pages-count' });
    this.node = el('div', { class: 'pages' }, this.state,
      el('div', { class: 'pages-foot' }, this.more, this.count));
  }

  /** From the beginning. */
  reload() {
    this.items = [];
    this.#show([]);
    return this.#load('');
  }

  /** Forgets everything, and what is under way. */
  clear() {
    this.#asked += 1;
    this.items = [];
    this.#show([]);
    fill(this.state);
    shown(this.more, false);
    text(this.count, '');
  }

  /** A page may hold nothing though there are more: the server looks at so many at a time. */
  async #firstNonEmpty(after) {
    let page = await this.#fetchPage(after);
    for (let more = 0; more < EMPTY_PAGES_MAX && !page.items.length && page.next; more += 1) {
      page = await this.#fetchPage(page.next);
    }
    return page;
  }

  async #load(after) {
    this.#asked += 1;
    const asked = this.#asked;
    this.more.disabled = true;
    if (!this.items.length) fill(this.state, loading(this.what));
    try {
      const page = await this.#firstNonEmpty(after);
      if (asked !== this.#asked) return;
      this.items = after ? this.items.concat(page.items) : page.items;
      this.#next = page.next;
      const none = page.next ? `No ${this.what} so far. Go on with More.`
        : `There are no ${this.what}.`;
      fill(this.state, this.items.length ? null : empty(none));
      this.#show(this.items);
      shown(this.more, page.next !== '');
      const told = `${plural(this.items.length, 'row')} shown`;
      text(this.count, page.next ? `${told}, there are more` : this.items.length ? told : '');
    } catch (error) {
      if (asked !== this.#asked || error.name === 'AbortError') return;
      fill(this.state, failed(error, () => this.#load(after)));
    } finally {
      if (asked === this.#asked) this.more.disabled = false;
    }
  }
}
