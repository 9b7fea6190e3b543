// A machine in quarantine: why it is there, and what a person may decide about it.
import { html, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, words } from '../format.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';
import { addressesOf } from './machine.js';

/** The decisions, by the last part of their path: the dialog of each, and whether it does harm. */
const DECISIONS = {
  adopt: { dialog: 'adoptQuarantined' },
  disown: { dialog: 'disownQuarantined' },
  terminate: { dialog: 'terminateQuarantined', danger: true },
};

export function QuarantineDialog({ pool, machine, session, onDone, onClose }) {
  const [decision, setDecision] = useState('');
  const { id, machineState, launchtime, metadata, quarantine } = machine;
  if (decision) {
    const { dialog, danger } = DECISIONS[decision];
    return html`
      <${Dialog} key=${decision} name=${dialog} about=${[id]} onClose=${onClose}>
        <${Confirmation} danger=${danger}
          call=${{
            method: 'POST',
            path: poolPath(pool, `/quarantine/${encodeURIComponent(id)}/${decision}`),
            body: {},
          }}
          consequences=${[t.quarantineConsequences[decision]]} label=${t.quarantineDo[decision]}
          done=${t.dialogs[dialog](id)} onDone=${onDone} onClose=${onClose} />
      <//>`;
  }
  return html`
    <${Dialog} key="facts" name="quarantine" about=${[id]} onClose=${onClose}>
      <p>${t.quarantineHelp}</p>
      ${quarantine.holdsLaunches && html`<p class="alarm">▲ ${t.holdsLaunches}</p>`}
      <h3>${t.facts}</h3>
      <dl class="facts">
        <dt>${t.reason}</dt><dd>${quarantine.reason}</dd>
        <dt>${t.machine.state}</dt><dd>${words(machineState)}</dd>
        <dt>${t.machine.zone}</dt><dd>${metadata.zone ?? t.noZone}</dd>
        <dt>${t.machine.launched}</dt><dd><${Time} at=${launchtime} /></dd>
        <dt>${t.machine.addresses}</dt><dd>${addressesOf(machine).join(', ') || t.none}</dd>
      </dl>
      <p class="buttons">
        ${
          may(session, 'admin', 'quarantine') &&
          Object.entries(DECISIONS).map(
            ([name, { danger }]) => html`
            <button type="button" class=${danger ? 'danger' : ''} onClick=${() => setDecision(name)}>
              ${t.quarantineDo[name]}…</button>`,
          )
        }
        <button type="button" onClick=${onClose}>${t.close}</button>
      </p>
    <//>`;
}
