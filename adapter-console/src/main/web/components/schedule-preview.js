// What the schedules of a pool set within the next 24 hours.
import { html } from '../html.js';
import { Time, count } from '../format.js';
import { t } from '../strings.js';
import { PlotGroup } from './plot.js';
import { Table } from './table.js';

const DAY = 24 * 3600_000;

const clamp = (size, least, most) => Math.max(least, most < 0 ? size : Math.min(size, most));

/**
 * The sizes after each time of the schedules, if nothing else changes them. Of the same time, the names decide the
 * order, as they do in the pool.
 */
export function previewOf(scaling, desired, now) {
  const times = Object.entries(scaling.schedules)
    .flatMap(([name, schedule]) => (schedule.upcoming ?? []).map((at) => ({ at, name, schedule })))
    .filter(({ at }) => Date.parse(at) <= now + DAY)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.name < b.name ? -1 : 1));
  let sizes = { desired, least: scaling.minSize, most: scaling.maxSize };
  return [
    { at: new Date(now).toISOString(), name: '', ...sizes },
    ...times.map(({ at, name, schedule }) => {
      const least = schedule.minSize ?? sizes.least;
      const most = schedule.maxSize ?? sizes.most;
      sizes = { least, most, desired: clamp(schedule.desiredSize ?? sizes.desired, least, most) };
      return { at, name, ...sizes };
    }),
  ];
}

export function SchedulePreview({ scaling, desired, now }) {
  const rows = previewOf(scaling, desired, now);
  const end = now + DAY;
  const points = (value) =>
    rows.map((row, i) => ({
      from: Date.parse(row.at),
      to: i + 1 < rows.length ? Date.parse(rows[i + 1].at) : end,
      value: value(row),
    }));
  const greatest = points((row) => row.most).filter(({ value }) => value >= 0);
    return html`
    <h2>${t.next24}</h2>
    <p class="quiet">${t.previewHelp}</p>
    <${PlotGroup} from=${now} to=${end} plots=${[
      {
        title: t.previewPlot,
        whole: true,
        format: (value) => count(value),
        series: [
          { name: t.columns.desired, kind: 'line', points: points((row) => row.desired) },
          { name: t.leastSize, kind: 'line', points: points((row) => row.least) },
          ...(greatest.length > 0 ? [{ name: t.greatestSize, kind: 'line', points: greatest }] : []),
        ],
      },
    ]} />
    <${Table} caption=${t.next24} rows=${rows.slice(1)} id=${(row) => row.at + row.name} columns=${[
      { name: t.at, cell: (row) => html`<${Time} at=${row.at} />` },
      { name: t.schedule, cell: (row) => row.name },
      { name: t.columns.desired, numeric: true, cell: (row) => count(row.desired) },
      { name: t.leastSize, numeric: true, cell: (row) => count(row.least) },
      { name: t.greatestSize, numeric: true, cell: (row) => (row.most < 0 ? t.unlimited : count(row.most)) },
    ]} />`;
}
