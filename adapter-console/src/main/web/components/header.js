// Who has signed in, whether the pages are live, and the choice of colours.
import { html, useEffect, useState } from '../html.js';
import { signOut } from '../api.js';
import { Time, zone } from '../format.js';
import { t } from '../strings.js';

const THEME = 'cloudadapter-theme';

export function Header({ session, connected, onSignedOut }) {
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? 'auto');
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(THEME, theme);
  }, [theme]);
  return html`
    <header>
      <nav aria-label=${t.title}><a class="home" href="#/">${t.title}</a></nav>
      <p class=${connected ? 'live' : 'live lost'} role="status">
        ${connected ? `● ${t.connected}` : `▲ ${t.disconnected}`}
      </p>
      <p>${session.caller}, ${t.role[session.role]}</p>
      <p class="quiet">${t.sessionEnds} <${Time} at=${session.ends} /></p>
      <label>${t.theme} <select value=${theme} onChange=${(e) => setTheme(e.target.value)}>
        ${Object.entries(t.themes).map(([value, text]) => html`<option value=${value}>${text}</option>`)}
      </select></label>
      <button type="button" onClick=${() => signOut().then(onSignedOut, onSignedOut)}>${t.signOut}</button>
    </header>
    ${session.by === 'none' && html`<p class="warning" role="note">▲ ${t.noAuthenticationShort}</p>`}
    <p class="quiet zone">${t.zone(zone)}</p>`;
}
