// All pools: their numbers in a table that one can search, filter and sort.
import { html, useMemo, useState } from '../html.js';
import { cost, count, words } from '../format.js';
import { t } from '../strings.js';
import { Table } from './table.js';

const FILTERS = {
  all: () => true,
  alarm: (row) => row.alarms.length > 0,
  unsettled: (row) => !row.settled,
  drifted: (row) => row.drifted > 0,
  refreshing: (row) => row.refresh,
  inactive: (row) => row.status !== 'ACTIVE',
};

/** What is unavailable, and the limit of all reasons together. */
export function disruptionOf(row) {
  return row.unavailable === undefined ? t.none : `${count(row.unavailable)} / ${row.maxUnavailable ?? t.unlimited}`;
}

/** What the machines cost for an hour at present, and what those of the desired size cost. */
export const costOf = (row) => `${cost(row.costPerHour)} / ${cost(row.desiredCostPerHour)}`;

/** The cost of pools together; if some are unknown, it names how many. */
function sumOfCosts(rows, field) {
  const known = rows.filter((row) => row[field] !== undefined);
  if (known.length === 0) {
    return t.unknown;
  }
  const sum = cost(known.reduce((total, row) => total + row[field], 0));
  const missing = rows.length - known.length;
  return missing === 0 ? sum : t.poolsCostPart(sum, count(missing), count(rows.length));
}

/** What all pools cost, now and as desired, in a sentence. */
function costsOf(rows) {
  const sums = ['costPerHour', 'desiredCostPerHour'].map((field) => sumOfCosts(rows, field));
  return sums.every((sum) => sum === t.unknown) ? t.poolsCostUnknown : t.poolsCost(...sums);
}

const labelsOf = (row) => Object.entries(row.labels).map(([name, value]) => `${name}=${value}`);

const number = (name, field) => ({
  name,
  numeric: true,
  value: (row) => row[field] ?? -1,
  cell: (row) => count(row[field]),
});

const c = t.columns;
const COLUMNS = [
  {
    name: c.pool,
    value: (row) => row.pool,
    cell: (row) => html`<a href=${`#/pools/${encodeURIComponent(row.pool)}/machines`}>${row.pool}</a>`,
  },
  { name: c.alarms, value: (row) => -row.alarms.length, cell: (row) => html`<${Alarms} alarms=${row.alarms} />` },
  { name: c.status, value: (row) => row.status, cell: (row) => html`<${State} row=${row} />` },
  number(c.desired, 'desiredSize'),
  number(c.inService, 'inService'),
  { name: c.cost, numeric: true, value: (row) => row.costPerHour ?? -1, cell: costOf },
  number(c.waiting, 'waiting'),
  number(c.outOfService, 'outOfService'),
  number(c.unhealthy, 'unhealthy'),
  number(c.drift, 'drifted'),
  {
    name: c.disruption,
    numeric: true,
    value: (row) => row.unavailable ?? -1,
    cell: disruptionOf,
  },
  number(c.headroom, 'headroom'),
  { name: c.labels, value: (row) => labelsOf(row).join(), cell: (row) => labelsOf(row).join(' ') },
];

const Alarms = ({ alarms }) =>
  alarms.length === 0
    ? t.none
    : html`<span class="alarm">▲ ${[...new Set(alarms.map((a) => words(a.code)))].join(', ')}</span>`;

const State = ({ row }) => html`
  <span class=${row.status === 'ACTIVE' ? '' : 'alarm'}>${words(row.status)}</span>
  ${row.refresh && `, refresh ${words(row.refresh)}`}`;

export function PoolsPage({ rows }) {
  const [text, setText] = useState('');
  const [state, setState] = useState('all');
  const [label, setLabel] = useState('');
  const all = useMemo(() => [...rows.values()], [rows]);
  const labels = useMemo(() => [...new Set(all.flatMap(labelsOf))].sort(), [all]);
  const wanted = text.trim().toLowerCase();
  const found = useMemo(
    () =>
      all.filter(
        (row) =>
          FILTERS[state](row) &&
          (!label || labelsOf(row).includes(label)) &&
          (!wanted ||
            [row.pool, ...labelsOf(row), ...row.alarms.flatMap((a) => [words(a.code), a.message])].some((each) =>
              each.toLowerCase().includes(wanted),
            )),
      ),
    [all, state, label, wanted],
  );
  const sum = (value) => all.reduce((total, row) => total + value(row), 0);
  return html`
    <h1>${t.title}</h1>
    <p>${t.poolsSummary(
      count(all.length),
      count(sum((row) => row.inService)),
      count(sum((row) => row.alarms.length)),
    )} ${costsOf(all)}</p>
    <form class="filters" role="search" onSubmit=${(e) => e.preventDefault()}>
      <label>${t.searchPools} <input type="search" value=${text} onInput=${(e) => setText(e.target.value)} /></label>
      <label>${t.state} <select value=${state} onChange=${(e) => setState(e.target.value)}>
        ${Object.entries(t.stateFilters).map(([value, name]) => html`<option value=${value}>${name}</option>`)}
      </select></label>
      ${
        labels.length > 0 &&
        html`<label>${t.label} <select value=${label} onChange=${(e) => setLabel(e.target.value)}>
        <option value="">${t.all}</option>
        ${labels.map((each) => html`<option value=${each}>${each}</option>`)}
      </select></label>`
      }
    </form>
    <${Table} caption=${t.title} columns=${COLUMNS} rows=${found} id=${(row) => row.pool} sorted=${c.pool} />`;
}
