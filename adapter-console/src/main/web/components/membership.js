// Setting whether a machine counts, and whether it may leave the pool.
import { html, useState } from '../html.js';
import { machinePath } from '../api.js';
import { STATUSES, membershipOf } from '../membership.js';
import { t } from '../strings.js';
import { Confirmation } from './dialog.js';

export function SetMembership({ pool, machine, onDone, onClose }) {
  const [before] = useState(membershipOf(machine));
  const [status, setStatus] = useState(before === 'default' ? 'blessed' : 'default');
  const change = (to) => ({
    title: t.dialogs.membership(machine.id),
    call: {
      method: 'POST',
      path: machinePath(pool, machine.id, 'membershipStatus'),
      body: { membershipStatus: STATUSES[to] },
    },
    consequences: [t.membershipConsequences[to]],
    label: t.membershipDo(t.memberships[to]),
  });
  return html`
    <p><label>${t.newMembership} <select name="membership" value=${status}
      onChange=${(e) => setStatus(e.target.value)}>
      ${Object.keys(STATUSES).map((each) => html`<option value=${each}>${t.memberships[each]}</option>`)}
    </select></label></p>
    <${Confirmation} ...${change(status)} danger=${status === 'disposable'}
      undo=${status === before ? null : change(before)} done=${`${machine.id}: ${t.memberships[status]}`}
      onDone=${onDone} onClose=${onClose} />`;
}
