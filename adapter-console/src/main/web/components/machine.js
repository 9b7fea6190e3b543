// One machine: its facts, and what a person may do to it.
import { html, useState } from '../html.js';
import { machinePath } from '../api.js';
import { Time, words } from '../format.js';
import { membershipOf } from '../membership.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { RequestAction } from './action-request.js';
import { Confirmation, Dialog } from './dialog.js';
import { SetMembership } from './membership.js';

const WARM = ['warming', 'warm', 'waking', 'cooling'];

/** The state in a warm pool; empty for a machine outside of it, whose cloud may use the name for something else. */
export const warmOf = (machine) => (WARM.includes(machine.metadata.warm) ? machine.metadata.warm : '');

export const addressesOf = (machine) => [...(machine.publicIps ?? []), ...(machine.privateIps ?? [])];

export function MachineDialog({ pool, machine, session, onDone, onClose }) {
  const [change, setChange] = useState('');
  const ends = ['TERMINATING', 'TERMINATED', 'REJECTED'].includes(machine.machineState);
  const isProtected = machine.metadata.protected === 'true';
  const Change = CHANGES[change];
  if (Change) {
    return html`
      <${Dialog} key=${change} name=${change} about=${[machine.id]} onClose=${onClose}>
        <${Change} pool=${pool} machine=${machine} onDone=${onDone} onClose=${onClose} />
      <//>`;
  }
  return html`
    <${Dialog} key="facts" name="machine" about=${[machine.id]} onClose=${onClose}>
      <h3>${t.facts}</h3>
      <dl class="facts">
        <dt>${t.machine.state}</dt><dd>${words(machine.machineState)}</dd>
        <dt>${t.machine.service}</dt><dd>${words(machine.serviceState)}</dd>
        <dt>${t.membership}</dt><dd>${t.memberships[membershipOf(machine)]}</dd>
        ${warmOf(machine) && html`<dt>${t.warmPool}</dt><dd>${t.warmStates[warmOf(machine)]}</dd>`}
        <dt>${t.machine.launched}</dt><dd><${Time} at=${machine.launchtime} /></dd>
        <dt>${t.machine.addresses}</dt><dd>${addressesOf(machine).join(', ') || t.none}</dd>
        ${Object.entries(machine.metadata).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      </dl>
      <p class="buttons">
        ${
          !ends &&
          may(session, 'operate', 'service-state') &&
          html`
          <button type="button" onClick=${() => setChange('serviceState')}>${t.serviceState}</button>`
        }
        ${
          !ends &&
          may(session, 'operate', 'protect') &&
          html`
          <button type="button" onClick=${() => setChange(isProtected ? 'unprotect' : 'protect')}>
            ${isProtected ? t.unprotect : t.protect}</button>`
        }
        ${
          !ends &&
          may(session, 'operate', 'membership') &&
          html`
          <button type="button" onClick=${() => setChange('membership')}>${t.setMembership}</button>`
        }
        ${
          !ends &&
          may(session, 'operate', 'actions') &&
          html`
          <button type="button" onClick=${() => setChange('action')}>${t.requestAction}</button>`
        }
        ${
          !ends &&
          may(session, 'operate', 'detach') &&
          html`
          <button type="button" onClick=${() => setChange('detach')}>${t.detach}</button>`
        }
        ${
          !ends &&
          may(session, 'operate', 'terminate') &&
          html`
          <button type="button" class="danger" onClick=${() => setChange('terminate')}>${t.terminate}</button>`
        }
        <button type="button" onClick=${onClose}>${t.close}</button>
      </p>
    <//>`;
}

function Terminate({ pool, machine, onDone, onClose }) {
  const [decrement, setDecrement] = useState(false);
  return html`
    <p><label><input type="checkbox" checked=${decrement} onChange=${(e) => setDecrement(e.target.checked)} />
      ${t.decrement}</label></p>
    <${Confirmation} danger=${true}
      call=${{
        method: 'POST',
        path: machinePath(pool, machine.id, 'terminate'),
        body: { decrementDesiredSize: decrement },
      }}
      consequences=${[decrement ? t.terminateShrink : t.terminateReplace]} label=${t.terminateDo}
      done=${t.dialogs.terminate(machine.id)} onDone=${onDone} onClose=${onClose} />`;
}

function Detach({ pool, machine, onDone, onClose }) {
  const [decrement, setDecrement] = useState(true);
  return html`
    <p><label><input type="checkbox" checked=${decrement} onChange=${(e) => setDecrement(e.target.checked)} />
      ${t.decrement}</label></p>
    <${Confirmation}
      call=${{
        method: 'POST',
        path: machinePath(pool, machine.id, 'detach'),
        body: { decrementDesiredSize: decrement },
      }}
      consequences=${[t.detachConsequence, decrement ? t.detachShrink : t.detachReplace]} label=${t.detachDo}
      done=${t.dialogs.detach(machine.id)} undo=${undoOfDetach(pool, machine.id, decrement)} onDone=${onDone}
      onClose=${onClose} />`;
}

/** Attaching makes the pool larger by one, so it takes back a detachment that has made it smaller. */
const undoOfDetach = (pool, id, decrement) =>
  decrement
    ? {
        title: t.dialogs.attach(pool),
        call: { method: 'POST', path: machinePath(pool, id, 'attach'), body: {} },
        consequences: [t.attachConsequence(id)],
        label: t.attachDo,
      }
    : null;

function SetServiceState({ pool, machine, onDone, onClose }) {
  const [before] = useState(machine.serviceState);
  const call = (to) => ({
    method: 'POST',
    path: machinePath(pool, machine.id, 'serviceState'),
    body: { serviceState: to },
  });
  const [state, setState] = useState(machine.serviceState === 'OUT_OF_SERVICE' ? 'IN_SERVICE' : 'OUT_OF_SERVICE');
  return html`
    <p><label>${t.newState} <select value=${state} onChange=${(e) => setState(e.target.value)}>
      ${Object.keys(t.serviceStates).map((each) => html`<option value=${each}>${words(each)}</option>`)}
    </select></label></p>
    <${Confirmation} call=${call(state)}
      undo=${{
        title: t.dialogs.serviceState(machine.id),
        call: call(before),
        consequences: [t.serviceStates[before]],
        label: t.serviceStateDo(words(before)),
      }}
      consequences=${[t.serviceStates[state]]} label=${t.serviceStateDo(words(state))}
      done=${`${machine.id}: ${words(state)}`} onDone=${onDone} onClose=${onClose} />`;
}

function Protection({ pool, machine, to, onDone, onClose }) {
  const change = (on) => ({
    title: t.dialogs[on ? 'protect' : 'unprotect'](machine.id),
    call: { method: 'POST', path: machinePath(pool, machine.id, 'protection'), body: { protected: on } },
    consequences: [on ? t.protectConsequence : t.unprotectConsequence],
    label: on ? t.protectDo : t.unprotectDo,
  });
  return html`
    <${Confirmation} ...${change(to)} undo=${change(!to)} onDone=${onDone} onClose=${onClose} />`;
}

const Protect = (given) => html`<${Protection} ...${given} to=${true} />`;
const Unprotect = (given) => html`<${Protection} ...${given} to=${false} />`;

/** The changes, each by the name of its dialog. */
const CHANGES = {
  terminate: Terminate,
  serviceState: SetServiceState,
  membership: SetMembership,
  protect: Protect,
  unprotect: Unprotect,
  detach: Detach,
  action: RequestAction,
};
