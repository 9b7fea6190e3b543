// The console: who has signed in, which page the address names, and the rows that all pages share.
import { html, render, useEffect, useRef, useState } from './html.js';
import { session as readSession } from './api.js';
import { follow } from './live.js';
import { t } from './strings.js';
import { Done } from './components/done.js';
import { Header } from './components/header.js';
import { PoolPage } from './components/pool.js';
import { PoolsPage } from './components/pools.js';
import { SignIn } from './components/sign-in.js';

/** A page that is open keeps its session, also while no pool changes. */
const ASK_EVERY = 5 * 60_000;

const NOTHING = { text: '', undo: null };

/** The address has names only: #/, #/pools/NAME, #/pools/NAME/TAB. */
function route() {
  const [, place, pool, tab] = location.hash.split('/');
  return place === 'pools' && pool
    ? { pool: decodeURIComponent(pool), tab: tab || 'machines' }
    : { pool: null, tab: null };
}

function Console({ session, onSignedOut }) {
  const [rows, setRows] = useState(null);
  const [connected, setConnected] = useState(true);
  const [place, setPlace] = useState(route());
  const [done, setDone] = useState(NOTHING);
  const main = useRef(null);

  useEffect(() => follow(setRows, setConnected, onSignedOut), []);
  useEffect(() => {
    const timer = setInterval(
      () =>
        readSession().then(
          ({ signedIn }) => signedIn || onSignedOut(),
          () => {},
        ),
      ASK_EVERY,
    );
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const change = () => {
      setPlace(route());
      setDone(NOTHING);
    };
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  useEffect(() => {
    document.title = place.pool ? `${place.pool} – ${t.title}` : t.title;
    main.current?.focus();
  }, [place.pool]);

  const announce = (text, undo) => setDone({ text, undo });
  const row = place.pool && rows?.get(place.pool);
  return html`
    <a class="skip" href="#main" onClick=${(e) => {
      e.preventDefault();
      main.current.focus();
    }}>${t.skip}</a>
    <${Header} session=${session} connected=${connected} onSignedOut=${onSignedOut} />
    <main id="main" tabindex="-1" ref=${main}>
      <${Done} done=${done} onDone=${announce} />
      ${!rows && html`<p>${t.loading}</p>`}
      ${rows && !place.pool && html`<${PoolsPage} rows=${rows} />`}
      ${rows && place.pool && !row && html`<h1>${place.pool}</h1><p>${t.noPool}</p>`}
      ${
        row &&
        html`<${PoolPage} key=${place.pool} row=${row} tab=${place.tab} session=${session}
        connected=${connected} onDone=${announce} onSignedOut=${onSignedOut} />`
      }
    </main>`;
}

function App() {
  const [session, setSession] = useState(null);
  const [failure, setFailure] = useState('');
  const check = () => readSession().then(setSession, (e) => setFailure(e.message));
  useEffect(() => {
    check();
  }, []);
  if (failure) {
    return html`<main><h1>${t.title}</h1><p role="alert">${failure}</p></main>`;
  }
  if (!session) {
    return html`<main><p>${t.loading}</p></main>`;
  }
  return session.signedIn
    ? html`<${Console} session=${session} onSignedOut=${check} />`
    : html`<${SignIn} without=${session.withoutToken} onSignedIn=${setSession} />`;
}

const app = document.getElementById('app');
app.replaceChildren();
render(html`<${App} />`, app);
