// What may be done to the running system: stop an actor, change a log level, write a dump. Nothing
// of it is shown unless the server says that it is allowed and the system is shown live.

import { post } from './api.js';
import { el, say, fill } from './dom.js';
import { confirmAction } from './dialogs.js';

/** Kept here for as long as the page is open, and nowhere else. */
let token = '';

export function isAllowed(store, action) {
  return store.isLive && !store.about.isReadOnly && store.about.actions.includes(action);
}

async function run(what) {
  const given = await confirmAction({ ...what, token });
  if (given !== null) token = given;
  return given !== null;
}

/** Stops an actor. */
export function stopActor(path) {
  return run({
    title: 'Stop an actor',
    question: `Stop ${path} and all of its children? Messages that wait there become dead letters.`,
    verb: 'Stop it',
    act: async (given) => {
      await post('api/actions/stop', { path }, given);
      say(`${path} stops.`);
    },
  });
}

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'OFF'];

/** A form for log levels and a button for dumps; empty where neither is allowed. */
export function actionPanel(store) {
  const outcome = el('p', { class: 'dim', role: 'status' });
  const parts = [];
  if (isAllowed(store, 'log-level')) parts.push(logLevelForm(outcome));
  if (isAllowed(store, 'dump')) parts.push(dumpButton(outcome));
  return parts.length ? el('div', { class: 'actions' }, parts, outcome) : null;
}

function logLevelForm(outcome) {
  const logger = el('input', { type: 'text', value: 'dev.tactus', 'aria-label': 'Logger',
    spellcheck: 'false' });
  const level = el('select', { 'aria-label': 'Level' },
    LEVELS.map((name) => el('option', { value: name, selected: name === 'DEBUG' }, name)));
  return el('form', { class: 'inline-form', on: { submit: (event) => {
    event.preventDefault();
    run({
      title: 'Change a log level',
      question: `Log ${logger.value || 'everything'} at ${level.value} from now on?`,
      verb: 'Change it',
      act: async (given) => {
        await post('api/actions/log-level', { logger: logger.value, level: level.value }, given);
        fill(outcome, `${logger.value} logs at ${level.value}.`);
      },
    });
  } } }, logger, level, el('button', { class: 'button' }, 'Change log level'));
}

function dumpButton(outcome) {
  return el('button', { class: 'button', on: { click: () => run({
    title: 'Write a dump',
    question: 'Write the insides of scheduler, dispatchers and processes to a file on the server?',
    verb: 'Write it',
    act: async (given) => {
      const { file } = await post('api/actions/dump', {}, given);
      fill(outcome, `Written: ${file ?? 'done'}`);
    },
  }) } }, 'Write a dump');
}
