// The history of a pool: what has happened, to which machine, and on whose request.
import { html, useMemo, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, words } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Table } from './table.js';

const HOUR = 3_600_000;
const MOST = 1000;

const COLUMNS = [
  { name: t.at, cell: (event) => html`<${Time} at=${event.time} />` },
  {
    name: t.event,
    value: (event) => event.kind,
    cell: (event) =>
      html`${words(event.kind)}${event.firstSequence && ` (${t.times(event.sequence - event.firstSequence + 1)})`}`,
  },
  { name: t.ofMachine, value: (event) => event.machine ?? '', cell: (event) => event.machine ?? t.none },
  {
    name: t.reason,
    cell: (event) => [event.message, ...(event.replaces.length > 0 ? [t.replaces(event.replaces)] : [])].join(' '),
  },
  {
    name: t.by,
    value: (event) => event.caller?.principal ?? '',
    cell: (event) => event.caller?.principal ?? t.none,
  },
];

export function HistoryTab({ pool, version, onSignedOut }) {
  const [hours, setHours] = useState(24);
  const [kind, setKind] = useState('');
  const [machine, setMachine] = useState('');
  const since = useMemo(() => new Date(Date.now() - hours * HOUR).toISOString(), [hours]);
  const query = new URLSearchParams({ since, limit: MOST });
  if (machine.trim()) {
    query.set('machine', machine.trim());
  }
  const read = useReads({ page: { events: poolPath(pool, `/events?${query}`) } }, version, onSignedOut);
  const events = read?.page.events;
  const kinds = useMemo(() => [...new Set((events ?? []).map((event) => event.kind))].sort(), [events]);
  const shown = useMemo(() => (events ?? []).filter((event) => !kind || event.kind === kind).reverse(), [events, kind]);
  return html`
    <form class="filters" role="search" onSubmit=${(e) => e.preventDefault()}>
      <label>${t.span} <select value=${hours} onChange=${(e) => setHours(Number(e.target.value))}>
        ${Object.entries(t.spans).map(([value, name]) => html`<option value=${value}>${name}</option>`)}
      </select></label>
      <label>${t.kind} <select value=${kind} onChange=${(e) => setKind(e.target.value)}>
        <option value="">${t.all}</option>
        ${kinds.map((each) => html`<option value=${each}>${words(each)}</option>`)}
      </select></label>
      <label>${t.ofMachine} <input value=${machine} onChange=${(e) => setMachine(e.target.value)} /></label>
    </form>
    ${!read && html`<p>${t.loading}</p>`}
    ${read?.page.failed && html`<p>${t.notRead(read.page.failed)}</p>`}
    ${
      events &&
      html`
      <p class="quiet">${t.latestFirst} ${read.page.more && t.moreEvents}</p>
      <${Table} caption=${t.tabs.history} columns=${COLUMNS} rows=${shown} id=${(event) => String(event.sequence)} />`
    }`;
}
