// The versions of a pool's configuration, with what each has changed.
import { html, useState } from '../html.js';
import { Time } from '../format.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { changes } from '../config-changes.js';
import { useReads } from '../use-pool.js';
import { ApplyDialog, RollbackDialog, TakeoverDialog } from './apply.js';
import { Table } from './table.js';

export function ConfigurationTab({ pool, version, session, onDone, onSignedOut }) {
  const [dialog, setDialog] = useState(null);
  const [ownChanges, setOwnChanges] = useState(0);
  const close = () => setDialog(null);
  // A change of who manages the pool changes nothing of its row.
  const done = (...what) => {
    setOwnChanges(ownChanges + 1);
    onDone(...what);
  };
  const name = encodeURIComponent(pool);
  const key = `${version} ${ownChanges}`;
  const read = useReads({ versions: `/pools/${name}/versions`, managed: `/pools/${name}` }, key, onSignedOut);
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  if (read.versions.failed) {
    return html`<p>${t.notRead(read.versions.failed)}</p>`;
  }
  const rows = read.versions.versions.map((each, i, all) => ({
    ...each,
    changes: all[i + 1] ? changes(all[i + 1].config, each.config) : null,
  }));
  const mayChange = may(session, 'admin') && session.everyPool;
  const byFile = read.managed.manager === 'file';
  const rollback = {
    name: t.changeIt,
    cell: (row) =>
      row === rows[0]
        ? t.presentVersion
        : html`<button type="button" onClick=${() => setDialog(row)}>${t.rollback}</button>`,
  };
  return html`
    ${
      mayChange &&
      html`<p class="buttons">
      ${
        byFile
          ? html`<button type="button" onClick=${() => setDialog('takeover')}>${t.takeover}</button>
            <span class="quiet">${t.managedByFile}</span>`
          : html`<button type="button" class="main" onClick=${() => setDialog('apply')}>${t.apply}</button>`
      }</p>`
    }
    <${Table} caption=${t.tabs.configuration} rows=${rows} id=${(row) => String(row.version)} columns=${[
      { name: t.version, numeric: true, cell: (row) => row.version },
      { name: t.at, cell: (row) => html`<${Time} at=${row.at} />` },
      { name: t.author, cell: (row) => row.author },
      {
        name: t.changes,
        cell: (row) => {
          if (!row.changes) {
            return t.firstVersion;
          }
          return row.changes.length === 0
            ? t.unchanged
            : html`<ul>${row.changes.map((each) => html`<li>${each}</li>`)}</ul>`;
        },
      },
      ...(mayChange && !byFile ? [rollback] : []),
    ]} />
    ${dialog === 'apply' && html`<${ApplyDialog} pool=${pool} onDone=${done} onClose=${close} />`}
    ${dialog === 'takeover' && html`<${TakeoverDialog} pool=${pool} onDone=${done} onClose=${close} />`}
    ${
      dialog?.version &&
      html`<${RollbackDialog} pool=${pool} row=${dialog} onDone=${done} onClose=${close} />`
    }`;
}
