// The bar below every view while a recording is shown: which moment it is, a slider over all of
// them, play and pause, and the way back to live.

import { attr, el, fill, shown, text } from './dom.js';
import { dateTime, plural } from './format.js';
import { icon } from './icons.js';

export class PlayerBar {
  #player;
  #wasPlaying = null;

  constructor(player) {
    this.#player = player;
    this.name = el('span', { class: 'player-name' });
    this.moment = el('output', { class: 'player-moment num' });
    this.error = el('span', { class: 'player-error', role: 'alert', hidden: true });
    this.slider = el('input', {
      type: 'range', min: '0', max: '0', value: '0', class: 'player-slider',
      'aria-label': 'Moment of the recording',
      on: { input: () => this.#slid() },
    });
    this.playButton = el('button', { class: 'icon-button',
      on: { click: () => player.toggle() } });
    const step = (name, label, by) => el('button', {
      class: 'icon-button', 'aria-label': label, on: { click: () => player.step(by) } },
    icon(name));
    this.node = el(
      'section',
      { class: 'player', 'aria-label': 'Recording', hidden: true },
      el('div', { class: 'player-buttons' }, step('back', 'One moment back', -1), this.playButton,
        step('forth', 'One moment on', 1)),
      el('div', { class: 'player-what' }, el('span', { class: 'player-mark' }, '◷ Recorded at '),
        this.moment, this.name, this.error),
      this.slider,
      el('button', { class: 'button strong', on: { click: () => player.close() } }, 'Back to live'),
    );
  }

  #slid() {
    this.#player.pause();
    this.#player.seek(Number(this.slider.value));
  }

  update() {
    const player = this.#player;
    shown(this.node, player.isOpen);
    if (!player.isOpen) return;
    const at = player.moments[Math.max(0, player.index)];
    attr(this.slider, 'max', player.moments.length - 1);
    if (Number(this.slider.value) !== player.index) this.slider.value = String(player.index);
    attr(this.slider, 'aria-valuetext', dateTime(at.atMillis));
    text(this.moment, dateTime(at.atMillis));
    const place = `${player.index + 1} of ${plural(player.moments.length, 'moment')}`;
    text(this.name, `${player.name} · ${place}`);
    shown(this.error, player.error !== null);
    text(this.error, player.error?.message ?? '');
    if (this.#wasPlaying !== player.isPlaying) {
      this.#wasPlaying = player.isPlaying;
      fill(this.playButton, icon(player.isPlaying ? 'pause' : 'play'));
      attr(this.playButton, 'aria-label', player.isPlaying ? 'Pause' : 'Play');
    }
  }
}
