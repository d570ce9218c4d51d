// Dialogs: the keys, the explanation of a code, and the question before an action. They are the
// browser's own, which keep the focus inside and give it back.

import { get } from './api.js';
import { el, fill, freshId } from './dom.js';
import { icon } from './icons.js';
import { markdown } from './markdown.js';
import { empty, failed, loading } from './parts.js';

const KEYS = [
  ['1 … 9', 'switch to a view'],
  ['/', 'search in this view'],
  ['t', 'change the colours'],
  ['p', 'play or pause a recording'],
  ['[ and ]', 'one moment of a recording back or on'],
  ['l', 'back from a recording to live'],
  ['← → ↑ ↓', 'move in a tree, in the wheel, along a trace or a slider'],
  ['Esc', 'close a dialog, leave a field'],
  ['?', 'show these keys'],
];

function dialog(title, className, ...body) {
  const id = freshId('dialog');
  const node = el(
    'dialog',
    { class: `dialog ${className}`, 'aria-labelledby': id },
    el('header', { class: 'dialog-head' }, el('h2', { id }, title),
      el('button', { class: 'icon-button', 'aria-label': 'Close',
        on: { click: () => node.close() } }, icon('close'))),
    el('div', { class: 'dialog-body' }, body),
  );
  node.addEventListener('close', () => node.remove());
  node.addEventListener('click', (event) => {
    if (event.target === node) node.close();
  });
  document.body.append(node);
  node.showModal();
  return node;
}

export function showHelp() {
  dialog('Keys', 'help', el('dl', { class: 'keys' }, KEYS.map(([key, what]) =>
    el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)))));
}

/** Shows what the documentation says about a code, at the side. */
async function explain(code) {
  const body = el('div', { class: 'prose' }, loading(code));
  dialog(code, 'drawer', body);
  try {
    const { page } = await get(`api/explain/${encodeURIComponent(code)}`);
    fill(body, markdown(page));
  } catch (error) {
    fill(body, error.status === 404
      ? empty(`No explanation of ${code} here.`, `Run: tactus explain ${code}`)
      : failed(error));
  }
}

/** A link to the explanation of a code. */
export function codeButton(code) {
  return el('button', { class: 'link code', title: `Explain ${code}`,
    on: { click: () => explain(code) } }, code);
}

/**
 * Asks before something is done. Resolves with the token when it is wanted, null when not; the
 * dialog stays open and says why when `act` fails.
 */
export function confirmAction({ title, question, verb, token, act }) {
  return new Promise((resolve) => {
    const field = el('input', { type: 'password', autocomplete: 'off', id: freshId('token'),
      'aria-describedby': 'token-note' });
    field.value = token;
    const problem = el('div', { role: 'alert' });
    const go = el('button', { class: 'button danger', type: 'submit' }, verb);
    const form = el(
      'form',
      { class: 'confirm', on: { submit: async (event) => {
        event.preventDefault();
        go.disabled = true;
        try {
          await act(field.value);
          resolve(field.value);
          node.close();
        } catch (error) {
          fill(problem, failed(error));
        } finally {
          go.disabled = false;
        }
      } } },
      el('p', {}, question),
      el('label', { for: field.id }, 'Token'), field,
      el('p', { class: 'dim', id: 'token-note' },
        'The program that started the console knows it. It stays in this tab only.'),
      problem,
      el('div', { class: 'buttons' },
        el('button', { class: 'button', type: 'button', on: { click: () => node.close() } },
          'Cancel'), go),
    );
    const node = dialog(title, 'ask', form);
    node.addEventListener('close', () => resolve(null));
    field.focus();
  });
}
