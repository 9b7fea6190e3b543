// The rows of all pools, kept up to date by one stream of server-sent events. It connects again by itself.
import { get, session } from './api.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/**
 * Follows the overview while the page is visible. A hidden page holds no connection: browsers have six for a server,
 * and a person may have more pages open than that.
 * @param {(rows: Map<string, object>) => void} onRows gets all rows after each change
 * @param {(connected: boolean) => void} onState hears whether what is shown is up to date
 * @param {() => void} onSignedOut hears that the session has ended
 * @returns {() => void} ends it
 */
export function follow(onRows, onState, onSignedOut) {
  let source = null;
  let timer = 0;
  let wait = FIRST_WAIT;
  // Counts the ends, so that an answer that comes afterwards changes nothing.
  let turn = 0;

  function connect() {
    let first = true;
    let rows = new Map();
    source = new EventSource('/console/api/overview?watch=true');
    source.addEventListener('pools', (event) => {
      const { pools, removed = [] } = JSON.parse(event.data);
      rows = first ? new Map() : new Map(rows);
      first = false;
      pools.forEach((row) => rows.set(row.pool, row));
      removed.forEach((pool) => rows.delete(pool));
      wait = FIRST_WAIT;
      onState(true);
      onRows(rows);
    });
    source.onerror = () => {
      stop();
      onState(false);
      later();
    };
  }

  function stop() {
    turn += 1;
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function later() {
    timer = setTimeout(again, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }

  /** A stream without a session would be refused, so the session is asked for first. */
  async function again() {
    const own = turn;
    let state = null;
    try {
      state = await session();
    } catch {
      // The server does not answer yet.
    }
    if (own !== turn) {
      return;
    }
    if (!state) {
      later();
    } else if (state.signedIn) {
      connect();
    } else {
      onSignedOut();
    }
  }

  function turnToVisibility() {
    stop();
    if (document.visibilityState === 'visible') {
      again();
    }
  }

  document.addEventListener('visibilitychange', turnToVisibility);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', turnToVisibility);
    stop();
  };
}

const MOST_EVENTS = 1000;
const MOST_PAGES = 20;

/** The latest events of a query, page by page, since the server has the oldest first; more if some are left out. */
async function latestEvents(path) {
  let page = await get(path);
  let { events } = page;
  let leftOut = false;
  for (let i = 1; page.more && i < MOST_PAGES; i += 1) {
    page = await get(`${path}&after=${encodeURIComponent(page.cursor)}`);
    events = [...events, ...page.events];
    leftOut ||= events.length > MOST_EVENTS;
    events = events.slice(-MOST_EVENTS);
  }
  return { events, more: page.more || leftOut };
}

/**
 * Reads several paths at once, or the latest events of { events: path }. One that the server refuses becomes
 * { failed: message }.
 */
export async function readAll(paths) {
  const read = async (path) => {
    try {
      return await (path.events ? latestEvents(path.events) : get(path));
    } catch (e) {
      if (e.status === 401) {
        throw e;
      }
      return { failed: e.message };
    }
  };
  const values = await Promise.all(Object.values(paths).map((path) => (path ? read(path) : null)));
  return Object.fromEntries(Object.keys(paths).map((name, i) => [name, values[i]]));
}
