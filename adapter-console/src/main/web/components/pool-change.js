// Changes of a whole pool that need a word of confirmation and nothing else.
import { html, useState } from '../html.js';
import { poolPath } from '../api.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';

const decision = (verb) => (pool) => ({ method: 'POST', path: poolPath(pool, `/${verb}`), body: {} });
const state = (to) => (pool) => ({
  method: 'POST',
  path: `/pools/${encodeURIComponent(pool)}/state`,
  body: { state: to },
});

/** Each change: its call, and the change that takes it back if there is one. */
export const CHANGES = {
  thaw: { call: decision('thaw') },
  adopt: { call: decision('adopt') },
  disown: { call: decision('disown'), danger: true },
  suspend: { call: state('suspended'), undo: 'run' },
  run: { call: state('running'), undo: 'suspend' },
};

export function PoolChange({ change, row, onDone, onClose }) {
  // The alarms of the beginning: those that are over would leave the dialog while it is read.
  const [alarms] = useState(row.alarms);
  const { call, danger, undo } = CHANGES[change];
  const words = t.poolChanges[change];
  const back = undo && t.poolChanges[undo];
  return html`
    <${Dialog} name=${change} about=${[row.pool]} onClose=${onClose}>
      <${Confirmation} call=${call(row.pool)} danger=${danger}
        consequences=${[words.consequence, ...(change === 'thaw' ? alarms.map(({ message }) => message) : [])]}
        label=${words.label}
        undo=${
          undo && {
            title: t.dialogs[undo](row.pool),
            call: CHANGES[undo].call(row.pool),
            consequences: [back.consequence],
            label: back.label,
          }
        }
        onDone=${onDone} onClose=${onClose} />
    <//>`;
}
