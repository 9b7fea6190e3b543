// The machines of a pool: a grid of numbers by zone and state, and a table.
import { html, useMemo, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, count, words } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { may } from '../rights.js';
import { AttachDialog } from './attach.js';
import { MachineDialog, addressesOf, warmOf } from './machine.js';
import { Table } from './table.js';

const zoneOf = (machine) => machine.metadata.zone ?? t.noZone;

/** The state as one word: that in the warm pool, or the service state if the machine runs. */
const stateOf = (machine) => warmWords(machine) || ownStateOf(machine);
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
    machine.membershipStatus && !machine.membershipStatus.active && t.marks.inactive,
    machine.membershipStatus && !machine.membershipStatus.evictable && t.marks.kept,
  ].filter(Boolean);

export function MachinesTab({ pool, version, session, onDone, onSignedOut }) {
  const [text, setText] = useState('');
  const [cell, setCell] = useState(null);
  const [open, setOpen] = useState(null);
  const [attaching, setAttaching] = useState(false);
  const read = useReads({ pool: poolPath(pool, '?warm=true') }, version, onSignedOut);
  const machines = read?.pool.machines;
  const wanted = text.trim().toLowerCase();
  const found = useMemo(
    () =>
      (machines ?? []).filter(
        (machine) =>
          (!cell || (zoneOf(machine) === cell.zone && stateOf(machine) === cell.state)) &&
          (!wanted ||
            [
              machine.id,
              zoneOf(machine),
              words(machine.machineState),
              words(machine.serviceState),
              ...addressesOf(machine),
              ...marksOf(machine),
            ].some((each) => each.toLowerCase().includes(wanted))),
      ),
    [machines, cell, wanted],
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
      cell: (row) => html`<button type="button" class="link" onClick=${() => setOpen(row.id)}>${row.id}</button>`,
    },
    { name: m.state, value: (row) => row.machineState, cell: (row) => words(row.machineState) },
    { name: m.service, value: (row) => row.serviceState, cell: (row) => words(row.serviceState) },
    { name: m.zone, value: zoneOf, cell: zoneOf },
    { name: m.size, value: (row) => row.metadata.size ?? '', cell: (row) => row.metadata.size ?? t.none },
    { name: m.launched, value: (row) => row.launchtime ?? '', cell: (row) => html`<${Time} at=${row.launchtime} />` },
    { name: m.addresses, cell: (row) => addressesOf(row).join(', ') || t.none },
    { name: m.marks, value: (row) => marksOf(row).join(), cell: (row) => marksOf(row).join(', ') || t.none },
  ];
  const machine = open && machines.find((each) => each.id === open);
  return html`
    <${Grid} machines=${machines} cell=${cell} onCell=${setCell} />
    <form class="filters" role="search" onSubmit=${(e) => e.preventDefault()}>
      <label>${t.searchMachines} <input type="search" value=${text} onInput=${(e) => setText(e.target.value)} /></label>
      ${cell && html`<button type="button" onClick=${() => setCell(null)}>${t.showAll}</button>`}
      ${
        may(session, 'operate', 'attach') &&
        html`<button type="button" onClick=${() => setAttaching(true)}>${t.attach}</button>`
      }
    </form>
    <${Table} caption=${t.machines} columns=${columns} rows=${found} id=${(row) => row.id} sorted=${m.id} />
    ${
      machine &&
      html`<${MachineDialog} pool=${pool} machine=${machine} session=${session} onDone=${onDone}
      onClose=${() => setOpen(null)} />`
    }
    ${attaching && html`<${AttachDialog} pool=${pool} onDone=${onDone} onClose=${() => setAttaching(false)} />`}`;
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
