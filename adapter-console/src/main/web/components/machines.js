// The machines of a pool: a grid of numbers by zone and state, and a table.
import { html, useMemo, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, count, words } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { may } from '../rights.js';
import { QUARANTINE, STATUSES, membershipOf } from '../membership.js';
import { AttachDialog } from './attach.js';
import { MachineDialog, addressesOf, warmOf } from './machine.js';
import { QuarantineDialog } from './quarantine.js';
import { Table } from './table.js';

const zoneOf = (machine) => machine.metadata.zone ?? t.noZone;

/** The state as one word: quarantine, that in the warm pool, or the service state if the machine runs. */
const stateOf = (machine) => (machine.quarantine ? 'IN_QUARANTINE' : warmWords(machine) || ownStateOf(machine));
const warmWords = (machine) => warmOf(machine) && t.warmStates[warmOf(machine)];
const ownStateOf = (machine) =>
  machine.machineState === 'RUNNING' && machine.serviceState !== 'UNKNOWN'
    ? machine.serviceState
    : machine.machineState;

export const marksOf = (machine) =>
  [
    warmWords(machine),
    machine.metadata.protected && t.marks.protected,
    machine.metadata.drift && t.marks.drifted(machine.metadata.drift),
    machine.metadata.stopped && t.marks.stopped,
    machine.quarantine?.holdsLaunches && t.marks.holdsLaunches,
  ].filter(Boolean);

/** The service state, and which source has set it. */
const serviceOf = ({ serviceState, metadata }) =>
  [words(serviceState), metadata.serviceStateSource && t.setBy(metadata.serviceStateSource)].filter(Boolean).join(' ');

/** The row of a member that has just ended may be there beside the same machine in quarantine. */
const keyOf = (machine) => (machine.quarantine ? `${machine.id} ${QUARANTINE}` : machine.id);

const membershipWords = (machine) => t.memberships[membershipOf(machine)];

/** A machine in quarantine with the fields of a member, so that one table has both. */
const inQuarantine = ({ reason, holdsLaunches, zone, ...machine }) => ({
  ...machine,
  metadata: zone ? { zone } : {},
  quarantine: { reason, holdsLaunches },
});

export function MachinesTab({ pool, version, session, onDone, onSignedOut }) {
  const [text, setText] = useState('');
  const [membership, setMembership] = useState('');
  const [cell, setCell] = useState(null);
  const [open, setOpen] = useState(null);
  const [attaching, setAttaching] = useState(false);
  const [ownChanges, setOwnChanges] = useState(0);
  // A decision about a machine in quarantine may change nothing of the pool's row.
  const done = (...what) => {
    setOwnChanges(ownChanges + 1);
    onDone(...what);
  };
  const paths = { pool: poolPath(pool, '?warm=true'), quarantine: poolPath(pool, '/quarantine') };
  const read = useReads(paths, `${version} ${ownChanges}`, onSignedOut);
  const machines = useMemo(
    () => read?.pool.machines && [...read.pool.machines, ...(read.quarantine.machines ?? []).map(inQuarantine)],
    [read],
  );
  const wanted = text.trim().toLowerCase();
  const found = useMemo(
    () =>
      (machines ?? []).filter(
        (machine) =>
          (!membership || membershipOf(machine) === membership) &&
          (!cell || (zoneOf(machine) === cell.zone && stateOf(machine) === cell.state)) &&
          (!wanted ||
            [
              machine.id,
              zoneOf(machine),
              words(machine.machineState),
              serviceOf(machine),
              membershipWords(machine),
              machine.quarantine?.reason ?? '',
              ...addressesOf(machine),
              ...marksOf(machine),
            ].some((each) => each.toLowerCase().includes(wanted))),
      ),
    [machines, membership, cell, wanted],
  );
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  if (!machines) {
    return html`<p>${t.notRead(read.pool.failed)}</p>`;
  }
  const m = t.machine;
  const columns = [
    {
      name: m.id,
      value: (row) => row.id,
      cell: (row) => html`<button type="button" class="link"
        onClick=${() => setOpen({ id: row.id, quarantined: Boolean(row.quarantine) })}>${row.id}</button>`,
    },
    { name: m.state, value: (row) => row.machineState, cell: (row) => words(row.machineState) },
    {
      name: m.service,
      value: (row) => row.serviceState ?? '',
      cell: (row) => serviceOf(row) || t.none,
    },
    { name: t.membership, value: membershipWords, cell: membershipWords },
    { name: m.zone, value: zoneOf, cell: zoneOf },
    { name: m.size, value: (row) => row.metadata.size ?? '', cell: (row) => row.metadata.size ?? t.none },
    { name: m.launched, value: (row) => row.launchtime ?? '', cell: (row) => html`<${Time} at=${row.launchtime} />` },
    { name: m.addresses, cell: (row) => addressesOf(row).join(', ') || t.none },
    { name: m.marks, value: (row) => marksOf(row).join(), cell: (row) => marksOf(row).join(', ') || t.none },
  ];
  // Adopted meanwhile, it is another row: a dialog does not turn into that of a member.
  const machine = open && machines.find(({ id, quarantine }) => id === open.id && !quarantine === !open.quarantined);
  const OpenDialog = machine && (machine.quarantine ? QuarantineDialog : MachineDialog);
  return html`
    <${Grid} machines=${machines} cell=${cell} onCell=${setCell} />
    <form class="filters" role="search" onSubmit=${(e) => e.preventDefault()}>
      <label>${t.searchMachines} <input type="search" value=${text} onInput=${(e) => setText(e.target.value)} /></label>
      <label>${t.membership} <select name="membershipFilter" value=${membership}
        onChange=${(e) => setMembership(e.target.value)}>
        <option value="">${t.all}</option>
        ${[...Object.keys(STATUSES), QUARANTINE].map(
          (each) => html`<option value=${each}>${t.memberships[each]}</option>`,
        )}
      </select></label>
      ${cell && html`<button type="button" onClick=${() => setCell(null)}>${t.showAll}</button>`}
      ${
        may(session, 'operate', 'attach') &&
        html`<button type="button" onClick=${() => setAttaching(true)}>${t.attach}</button>`
      }
    </form>
    <${Table} caption=${t.machines} columns=${columns} rows=${found} id=${keyOf} sorted=${m.id} />
    ${
      read.quarantine.failed &&
      html`<p class="quiet">${t.memberships.quarantine}: ${t.notRead(read.quarantine.failed)}</p>`
    }
    ${
      OpenDialog &&
      html`<${OpenDialog} key=${open.id} pool=${pool} machine=${machine} session=${session} onDone=${done}
      onClose=${() => setOpen(null)} />`
    }
    ${attaching && html`<${AttachDialog} pool=${pool} onDone=${done} onClose=${() => setAttaching(false)} />`}`;
}

function Grid({ machines, cell, onCell }) {
  const { zones, states, counts } = useMemo(() => {
    const numbers = new Map();
    machines.forEach((machine) => {
      const key = `${zoneOf(machine)}\n${stateOf(machine)}`;
      numbers.set(key, (numbers.get(key) ?? 0) + 1);
    });
    return {
      zones: [...new Set(machines.map(zoneOf))].sort(),
      states: [...new Set(machines.map(stateOf))].sort(),
      counts: numbers,
    };
  }, [machines]);
  if (machines.length === 0) {
    return null;
  }
  return html`
    <p class="quiet">${t.gridHelp}</p>
    <div class="scroll" role="region" aria-label=${t.grid} tabindex="0">
      <table class="grid">
        <caption>${t.grid}</caption>
        <thead><tr>
          <th scope="col">${t.machine.zone}</th>
          ${states.map((state) => html`<th scope="col" class="numeric">${words(state)}</th>`)}
        </tr></thead>
        <tbody>${zones.map(
          (zone) => html`
          <tr><th scope="row">${zone}</th>
            ${states.map((state) => {
              const number = counts.get(`${zone}\n${state}`);
              const chosen = cell?.zone === zone && cell?.state === state;
              return html`<td class="numeric">${
                number
                  ? html`<button type="button" class="link" aria-pressed=${chosen}
                    aria-label=${`${count(number)} ${words(state)}, ${zone}`}
                    onClick=${() => onCell(chosen ? null : { zone, state })}>${count(number)}</button>`
                  : '0'
              }</td>`;
            })}
          </tr>`,
        )}
        </tbody>
      </table>
    </div>`;
}
