// Keys that work everywhere. They keep quiet while somebody types.

import { showHelp } from './dialogs.js';

export function installKeys(app) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
      return;
    }
    if (isTyping(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const action = actionFor(event.key, app);
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

function actionFor(key, app) {
  const view = app.views[Number(key) - 1];
  if (/^[1-9]$/.test(key) && view) {
    return () => {
      app.go(view.name);
      document.getElementById('main').focus({ preventScroll: true });
    };
  }
  const { player } = app;
  switch (key) {
    case '?': return () => showHelp();
    case '/': return focusSearch;
    case 't': return () => document.querySelector('.nav-tool').click();
    case 'p': return player.isOpen ? () => player.toggle() : null;
    case '[': return player.isOpen ? () => player.step(-1) : null;
    case ']': return player.isOpen ? () => player.step(1) : null;
    case 'l': return player.isOpen ? () => player.close() : null;
    default: return null;
  }
}

function focusSearch() {
  const field = document.querySelector('.view:not([hidden]) input[type=search]');
  if (field) {
    field.focus();
    field.select();
  } else {
    location.hash = '#/actors';
    requestAnimationFrame(() => requestAnimationFrame(() =>
      document.querySelector('.view-actors input[type=search]')?.focus()));
  }
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  return target.matches('textarea, select') ||
    target.matches('input:not([type=range]):not([type=checkbox]):not([type=file])');
}
