// The limits of the size, the policies with their cooldowns, and the schedules with their next times.
import { html } from '../html.js';
import { poolPath } from '../api.js';
import { Time } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { SchedulePreview } from './schedule-preview.js';
import { Table } from './table.js';

const list = (object) => Object.entries(object ?? {}).map(([name, each]) => ({ name, ...each }));
const sizesOf = (row) =>
  Object.fromEntries(
    ['desiredSize', 'minSize', 'maxSize'].filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  );
const facts = (object) =>
  Object.entries(object ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');

export function ScalingTab({ pool, row, version, onSignedOut }) {
  const read = useReads({ scaling: poolPath(pool, '/scaling') }, version, onSignedOut);
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  const { scaling } = read;
  if (scaling.failed) {
    return html`<p>${t.notRead(scaling.failed)}</p>`;
  }
  const now = Date.now();
  const left = (name) => scaling.cooldowns?.[name];
  const cooldown = (name) => (left(name) ? t.seconds(left(name)) : t.none);
  const again = (name) =>
    left(name) ? html`<${Time} at=${new Date(now + left(name) * 1000).toISOString()} />` : t.atOnce;
  return html`
    <p>${t.limits(scaling.minSize, scaling.maxSize)}</p>
    <${Table} caption=${t.policies} rows=${list(scaling.policies)} id=${(row) => row.name} columns=${[
      { name: t.policy, value: (row) => row.name, cell: (row) => row.name },
      { name: t.type, value: (row) => row.type, cell: (row) => row.type },
      { name: t.properties, cell: (row) => facts(row.properties) },
      { name: t.cooldown, cell: (row) => cooldown(row.name) },
      { name: t.actsFrom, cell: (row) => again(row.name) },
    ]} />
    <${Table} caption=${t.schedules} rows=${list(scaling.schedules)} id=${(row) => row.name} columns=${[
      { name: t.schedule, value: (row) => row.name, cell: (row) => row.name },
      { name: 'cron', cell: (row) => `${row.cron} ${row.zone ?? ''}` },
      { name: t.sets, cell: (row) => facts(sizesOf(row)) },
      { name: t.next, value: (row) => row.next ?? '', cell: (row) => html`<${Time} at=${row.next} />` },
    ]} />
    ${
      list(scaling.schedules).length > 0 &&
      html`<${SchedulePreview} scaling=${scaling} desired=${row.desiredSize} now=${now} />`
    }`;
}
