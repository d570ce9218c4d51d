// The frame around the views: navigation, the bar with the state of the connection, the banner of
// a lost connection, and the player of recordings.

import { attr, el, fill, say, shown, text } from './dom.js';
import { clock, dateTime, long, words } from './format.js';
import { icon } from './icons.js';
import { loading } from './parts.js';
import { PlayerBar } from './player-bar.js';
import { showHelp } from './dialogs.js';
import { theme } from './theme.js';

const THEME_NAMES = { auto: 'as the system', dark: 'dark', light: 'light' };

export class Shell {
  #app;
  #links = new Map();
  #spoken = 'connecting';
  #ticker = 0;
  #findings = null;

  constructor(root, app) {
    this.#app = app;
    this.waiting = el('div', { class: 'waiting' }, loading('the first snapshot'));
    this.main = el('main', { id: 'main', tabindex: '-1' }, this.waiting);
    this.title = el('h1', {}, 'Overview');
    this.bar = new PlayerBar(app.player);
    root.replaceChildren(
      this.#navigation(),
      el('div', { class: 'stage' }, this.#top(), this.#banner(), this.main, this.bar.node),
    );
    document.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault();
      this.main.focus();
    });
  }

  #navigation() {
    this.menu = el('button', {
      class: 'icon-button menu', 'aria-expanded': 'false', 'aria-controls': 'nav-list',
      'aria-label': 'Menu', on: { click: () => this.#openMenu(this.menuIsClosed) },
    }, icon('menu'));
    this.system = el('span', { class: 'brand-system' });
    this.version = el('span', { class: 'nav-version' });
    this.themeName = el('span');
    this.themeButton = el('button', {
      class: 'nav-tool', on: { click: () => this.switchTheme() } }, this.themeName);
    this.nav = el(
      'nav',
      { class: 'nav', 'aria-label': 'Views' },
      el('div', { class: 'brand' }, this.menu, el('span', { class: 'brand-mark' }, icon('pulse')),
        el('span', { class: 'brand-name' }, 'Tactus'), this.system),
      el('ul', { id: 'nav-list', class: 'nav-list' },
        this.#app.views.map((view, index) => this.#link(view, index + 1))),
      el('div', { class: 'nav-foot' },
        this.themeButton,
        el('button', { class: 'nav-tool', on: { click: () => showHelp() } },
          el('kbd', {}, '?'), 'Keys'),
        this.version),
    );
    this.#themeSign();
    return this.nav;
  }

  get menuIsClosed() {
    return this.menu.getAttribute('aria-expanded') !== 'true';
  }

  #openMenu(isOpen) {
    attr(this.menu, 'aria-expanded', String(isOpen));
    this.nav.classList.toggle('is-open', isOpen);
  }

  #link(view, number) {
    const count = el('span', { class: 'nav-count', hidden: true });
    const link = el(
      'a',
      { href: `#/${view.name}`, 'aria-keyshortcuts': String(number) },
      icon(view.name), el('span', { class: 'nav-label' }, view.title), count,
      el('kbd', { 'aria-hidden': 'true' }, number),
    );
    this.#links.set(view.name, { link, count });
    return el('li', {}, link);
  }

  switchTheme() {
    theme.next();
    this.#themeSign();
    say(`Colours: ${THEME_NAMES[theme.choice]}`);
  }

  #themeSign() {
    fill(this.themeButton, icon(theme.choice), this.themeName);
    text(this.themeName, { auto: 'Auto', dark: 'Dark', light: 'Light' }[theme.choice]);
    attr(this.themeButton, 'aria-label', `Colours: ${THEME_NAMES[theme.choice]}. Change`);
  }

  #top() {
    this.pressure = el('span', { class: 'badge pressure', 'data-tone': 'warn', hidden: true },
      el('span', { class: 'shape', 'aria-hidden': 'true' }, '▲'), 'Under pressure');
    this.uptime = el('span', { class: 'num' });
    this.time = el('span', { class: 'num' });
    this.stateShape = el('span', { class: 'shape', 'aria-hidden': 'true' });
    this.stateName = el('span');
    this.state = el('span', { class: 'badge connection', 'data-tone': 'plain' },
      this.stateShape, this.stateName);
    return el('header', { class: 'top' }, this.title,
      el('div', { class: 'top-facts' }, this.pressure,
        el('span', { class: 'top-uptime' }, el('span', { class: 'dim' }, 'up '), this.uptime),
        this.time, this.state));
  }

  #banner() {
    this.bannerText = el('span');
    this.bannerMore = el('span', { class: 'dim' });
    this.banner = el('div', { class: 'banner', hidden: true },
      el('span', { class: 'shape', 'aria-hidden': 'true' }, '✕'), this.bannerText, this.bannerMore,
      el('button', { class: 'button', on: { click: () => this.#app.feed.start() } }, 'Retry now'));
    return this.banner;
  }

  showView(view) {
    text(this.title, view.title);
    for (const [name, { link }] of this.#links) {
      attr(link, 'aria-current', name === view.name ? 'page' : null);
    }
    this.#openMenu(false);
    this.main.scrollTop = 0;
    window.scrollTo(0, 0);
  }

  update(store) {
    const { snapshot, about, connection } = store;
    text(this.system, snapshot?.system ?? about.system ?? '');
    text(this.version, about.isReadOnly ? 'Read only' : 'Actions are allowed');
    document.title = `${snapshot ? `${snapshot.system} · ` : ''}Tactus console`;
    text(this.uptime, snapshot ? long(snapshot.upNanos) : '–');
    text(this.time, snapshot && store.isLive ? clock(snapshot.atMillis) : '');
    shown(this.pressure, snapshot?.isUnderPressure === true);
    this.#count('warnings', snapshot?.findings.length ?? 0);
    if (snapshot && store.isLive) this.#announce(snapshot.findings);
    this.#connection(store, connection);
    this.bar.update();
  }

  /** Says which finding is new, wherever the viewer is. */
  #announce(findings) {
    const keyOf = (it) => `${it.code} ${it.subject}`;
    const fresh = findings.find((it) => this.#findings && !this.#findings.has(keyOf(it)));
    if (fresh) say(`New finding: ${words(fresh.kind)}. ${fresh.text}`);
    this.#findings = new Set(findings.map(keyOf));
  }

  #count(name, count) {
    const node = this.#links.get(name).count;
    text(node, count);
    attr(node, 'aria-label', `${count} findings`);
    shown(node, count > 0);
  }

  #connection(store, connection) {
    const isLost = connection.state === 'lost';
    const [shape, name, tone] = store.isLive
      ? { live: ['●', 'Live', 'good'], lost: ['✕', 'Connection lost', 'bad'] }[connection.state] ??
        ['◌', 'Connecting', 'plain']
      : ['◷', `Recorded at ${dateTime(store.now)}`, 'rec'];
    text(this.stateShape, shape);
    text(this.stateName, name);
    attr(this.state, 'data-tone', tone);
    document.body.classList.toggle('is-recorded', !store.isLive);
    document.body.classList.toggle('is-lost', isLost && store.isLive);
    shown(this.banner, isLost);
    if (isLost) this.#countDown(connection);
    if (connection.state !== this.#spoken) {
      if (isLost) say('Connection lost, retrying.');
      else if (connection.state === 'live' && this.#spoken === 'lost') say('Connected again.');
      if (connection.state !== 'connecting') this.#spoken = connection.state;
    }
  }

  #countDown(connection) {
    clearTimeout(this.#ticker);
    const left = Math.max(0, Math.ceil((connection.retryAt - Date.now()) / 1000));
    text(this.bannerText, `Connection lost, retrying${left ? ` in ${left} s` : ' …'}`);
    text(this.bannerMore, connection.reason);
    if (left) this.#ticker = setTimeout(() => this.#app.store.changed(), 500);
  }
}
