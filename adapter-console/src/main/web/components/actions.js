// The actions of machines, the latest first.
import { html, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, words } from '../format.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Confirmation, Dialog } from './dialog.js';
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

const OPEN = ['PENDING', 'RUNNING', 'PROBING'];

export function ActionsTab({ pool, version, session, onDone, onSignedOut }) {
  const [ending, setEnding] = useState(null);
  const close = () => setEnding(null);
  const read = useReads({ actions: poolPath(pool, '/actions') }, version, onSignedOut);
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  if (read.actions.failed) {
    return html`<p>${t.notRead(read.actions.failed)}</p>`;
  }
  const cancel = {
    name: t.changeIt,
    cell: (row) =>
      OPEN.includes(row.phase)
        ? html`<button type="button" onClick=${() => setEnding(row)}>${t.cancelAction}</button>`
        : t.none,
  };
  const columns = may(session, 'operate', 'actions') ? [...COLUMNS, cancel] : COLUMNS;
  return html`
    <p class="quiet">${t.actionsHelp}</p>
    <${Table} caption=${t.tabs.actions} columns=${columns} rows=${read.actions.actions} id=${(row) => row.id}
      sorted=${t.created} descending=${true} />
    ${
      ending &&
      html`
      <${Dialog} name="cancelAction" about=${[ending.type, ending.machine]} onClose=${close}>
        <${Confirmation} call=${{ method: 'POST', path: poolPath(pool, `/actions/${ending.id}/cancel`), body: {} }}
          consequences=${[t.cancelActionConsequence]} label=${t.cancelActionDo} onDone=${onDone} onClose=${close} />
      <//>`
    }`;
}
