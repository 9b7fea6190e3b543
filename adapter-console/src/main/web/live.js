// The rows of all pools, kept up to date by one stream of server-sent events. It connects again by itself.
import { get, session } from './api.js';

const LONGEST_WAIT = 30_000;

/**
 * Follows the overview.
 * @param {(rows: Map<string, object>) => void} onRows gets all rows after each change
 * @param {(connected: boolean) => void} onState hears whether what is shown is up to date
 * @param {() => void} onSignedOut hears that the session has ended
 * @returns {() => void} ends it
 */
export function follow(onRows, onState, onSignedOut) {
  let source = null;
  let timer = 0;
  let wait = 1000;
  let ended = false;

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
      wait = 1000;
      onState(true);
      onRows(rows);
    });
    source.onerror = () => {
      source.close();
      onState(false);
      later();
    };
  }

  function later() {
    if (!ended) {
      timer = setTimeout(again, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    }
  }

  /** A stream without a session would be refused, so the session is asked for first. */
  async function again() {
    let state;
    try {
      state = await session();
    } catch {
      // The server does not answer yet.
      later();
      return;
    }
    if (ended) {
      return;
    }
    if (state.signedIn) {
      connect();
    } else {
      onSignedOut();
    }
  }

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    source.close();
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
 * Reads several paths at once, or the latest events of { events: path }. One that the server refuses becomes { failed: message }.
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
