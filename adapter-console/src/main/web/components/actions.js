// The actions of machines, the latest first.
import { html } from '../html.js';
import { poolPath } from '../api.js';
import { Time, words } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Table } from './table.js';

const COLUMNS = [
  { name: t.action, value: (row) => row.type, cell: (row) => row.type },
  { name: t.ofMachine, value: (row) => row.machine, cell: (row) => row.machine },
  { name: t.phase, value: (row) => row.phase, cell: (row) => words(row.phase) },
  { name: t.reason, cell: (row) => row.reason || t.none },
  { name: t.requestedBy, value: (row) => row.requestedBy, cell: (row) => row.requestedBy },
  { name: t.created, value: (row) => row.createdAt, cell: (row) => html`<${Time} at=${row.createdAt} />` },
  { name: t.ended, value: (row) => row.endedAt ?? '', cell: (row) => html`<${Time} at=${row.endedAt} />` },
];

export function ActionsTab({ pool, version, onSignedOut }) {
  const read = useReads({ actions: poolPath(pool, '/actions') }, version, onSignedOut);
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  return read.actions.failed
    ? html`<p>${t.notRead(read.actions.failed)}</p>`
    : html`<${Table} caption=${t.tabs.actions} columns=${COLUMNS} rows=${read.actions.actions} id=${(row) => row.id}
        sorted=${t.created} descending=${true} />`;
}
