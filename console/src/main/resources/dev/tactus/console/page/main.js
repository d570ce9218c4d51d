// Starts the page: connects the store, the live feed and the player of recordings with the frame
// and the view that the address names. A view is made when it is first wanted, and updated only
// while it is the one that is shown.

import { get } from './api.js';
import { Feed } from './feed.js';
import { Player } from './recorded.js';
import { Shell } from './shell.js';
import { Store } from './store.js';
import { installKeys } from './keys.js';
import { actorsView } from './view-actors.js';
import { lettersView } from './view-letters.js';
import { overviewView } from './view-overview.js';
import { processesView } from './view-processes.js';
import { recordingsView } from './view-recordings.js';
import { timersView } from './view-timers.js';
import { tracesView } from './view-traces.js';
import { warningsView } from './view-warnings.js';
import { workersView } from './view-workers.js';

const VIEWS = [
  { name: 'overview', title: 'Overview', make: overviewView },
  { name: 'actors', title: 'Actors', make: actorsView },
  { name: 'workers', title: 'Workers', make: workersView },
  { name: 'timers', title: 'Timers', make: timersView },
  { name: 'processes', title: 'Processes', make: processesView },
  { name: 'letters', title: 'Dead letters', make: lettersView },
  { name: 'warnings', title: 'Warnings', make: warningsView },
  { name: 'recordings', title: 'Recordings', make: recordingsView },
  { name: 'traces', title: 'Traces', make: tracesView },
];

const store = new Store();
const player = new Player(store);
const feed = new Feed(store);
const app = { store, player, feed, go, views: VIEWS };
const shell = new Shell(document.getElementById('app'), app);
const made = new Map();
let current = null;

/** Goes to a view; parameters become part of the address. */
function go(name, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  location.hash = `#/${name}${query ? `?${query}` : ''}`;
}

function route() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const view = VIEWS.find((it) => it.name === path) ?? VIEWS[0];
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const isNew = current?.name !== view.name;
  if (isNew) {
    if (current) {
      current.part.hide?.();
      current.part.node.hidden = true;
    }
    current = { name: view.name, part: partOf(view) };
    current.part.node.hidden = false;
    shell.showView(view);
  }
  current.part.show?.(parameters);
  update();
}

function partOf(view) {
  let part = made.get(view.name);
  if (!part) {
    part = view.make(app);
    part.node.classList.add('view', `view-${view.name}`);
    made.set(view.name, part);
    shell.main.append(part.node);
  }
  return part;
}

function update() {
  shell.update(store);
  if (!current) return;
  if (store.snapshot || current.part.needsNoSnapshot) {
    shell.waiting.hidden = true;
    current.part.node.hidden = false;
    current.part.update?.(store);
  } else {
    shell.waiting.hidden = false;
    current.part.node.hidden = true;
  }
}

/** What the server is and allows; asked for after each loss again, since it may be another one. */
async function askAbout() {
  try {
    store.about = await get('api/console');
    store.changed();
  } catch {
    // Nothing is allowed then; when the connection is lost, the feed says so.
  }
}

function start() {
  let state = '';
  store.listen(() => {
    if (store.connection.state === 'live' && state !== 'live') askAbout();
    state = store.connection.state;
    update();
  });
  player.listen(() => store.changed());
  installKeys(app);
  window.addEventListener('hashchange', route);
  route();
  feed.start();
}

start();
