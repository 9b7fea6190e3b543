// The versions of a pool's configuration, with what each has changed.
import { html } from '../html.js';
import { Time } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Table } from './table.js';

/** The values of a configuration, each by its whole key. */
function flat(value, key = '', into = {}) {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    Object.entries(value).forEach(([name, each]) => flat(each, key ? `${key}.${name}` : name, into));
  } else {
    into[key] = JSON.stringify(value);
  }
  return into;
}

function changes(before, after) {
  const [a, b] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .sort()
    .filter((key) => a[key] !== b[key])
    .map((key) => t.change(key, a[key] ?? t.absent, b[key] ?? t.absent));
}

export function ConfigurationTab({ pool, version, onSignedOut }) {
  const name = encodeURIComponent(pool);
  const read = useReads({ versions: `/pools/${name}/versions` }, version, onSignedOut);
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
  return html`
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
    ]} />`;
}
