// A table with a page of rows at a time, so that ten thousand rows cost no more than a hundred.
import { html, useMemo, useState } from '../html.js';
import { count } from '../format.js';
import { t } from '../strings.js';

const PAGE = 100;
const order = new Intl.Collator(undefined, { numeric: true });

const compare = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(a ?? '', b ?? ''));

/**
 * @param caption what the table has
 * @param columns each with name, cell(row), and value(row) if one can sort by it; numeric ones are right-aligned
 * @param rows all rows
 * @param id gives the key of a row
 * @param sorted the name of the column that it is sorted by at first; empty keeps the order
 */
export function Table({ caption, columns, rows, id, sorted = '', descending = false }) {
  const [by, setBy] = useState({ name: sorted, descending });
  const [from, setFrom] = useState(0);
  const column = columns.find((each) => each.name === by.name && each.value);
  const ordered = useMemo(() => {
    if (!column) {
      return rows;
    }
    const values = new Map(rows.map((row) => [row, column.value(row)]));
    const sign = by.descending ? -1 : 1;
    return [...rows].sort((a, b) => sign * compare(values.get(a), values.get(b)) || order.compare(id(a), id(b)));
  }, [rows, by]);
  const start = Math.min(from, Math.max(0, Math.ceil(ordered.length / PAGE) - 1) * PAGE);
  const shown = ordered.slice(start, start + PAGE);
  const sort = (name) => {
    setBy({ name, descending: by.name === name && !by.descending });
    setFrom(0);
  };
  return html`
    <div class="scroll" role="region" aria-label=${caption} tabindex="0">
      <table>
        <caption>${caption}</caption>
        <thead><tr>
          ${columns.map(
            ({ name, value, numeric }) => html`
            <th scope="col" class=${numeric ? 'numeric' : ''}
              aria-sort=${by.name === name ? (by.descending ? 'descending' : 'ascending') : undefined}>
              ${
                value
                  ? html`<button type="button" title=${t.sortBy(name)} onClick=${() => sort(name)}>
                    ${name}${by.name === name && (by.descending ? ' ▼' : ' ▲')}</button>`
                  : name
              }
            </th>`,
          )}
        </tr></thead>
        <tbody>
          ${shown.map(
            (row) => html`
            <tr key=${id(row)}>
              ${columns.map(({ name, cell, numeric }, i) =>
                i === 0
                  ? html`<th scope="row" data-column=${name}>${cell(row)}</th>`
                  : html`<td class=${numeric ? 'numeric' : ''} data-column=${name}>${cell(row)}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${ordered.length === 0 && html`<p>${t.noRows}</p>`}
    ${
      ordered.length > PAGE &&
      html`
      <p class="pages">
        <button type="button" disabled=${start === 0} onClick=${() => setFrom(start - PAGE)}>${t.earlier}</button>
        <span>${t.page(count(start + 1), count(start + shown.length), count(ordered.length))}</span>
        <button type="button" disabled=${start + PAGE >= ordered.length}
          onClick=${() => setFrom(start + PAGE)}>${t.later}</button>
      </p>`
    }`;
}
