// The plan: what the pool does next and why, what holds it back and until when, and what is under way.
import { html } from '../html.js';
import { poolPath } from '../api.js';
import { Time, count, words } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Table } from './table.js';

/** The launches of a plan, those for one zone and one reason together. */
export function launchesOf(plan) {
  const groups = new Map();
  plan.launches.forEach((launch) => {
    const key = JSON.stringify([launch.zone, launch.reason]);
    groups.set(key, { ...launch, count: launch.count + (groups.get(key)?.count ?? 0) });
  });
  return [...groups.values()].map((l) => t.launches(l.count, l.zone, l.reason));
}

/** What a plan would do, in sentences. */
export function consequencesOf(plan) {
  const steps = [...launchesOf(plan), ...plan.terminations.map((end) => t.terminates(end.machine, end.reason))];
  return [...(steps.length > 0 ? steps : [t.nothingFollows]), ...plan.holds.map((hold) => t.held(hold.reason))];
}

const Until = ({ at }) => at && html` <span class="quiet">${t.until} <${Time} at=${at} /></span>`;

/** The UNHEALTHY machines, each with what the pool does about it and what holds that back. */
function UnhealthyMachines({ machines }) {
  return html`
    <h3>${t.unhealthyMachines}</h3>
    <ul>${machines.map(
      (each) => html`
      <li key=${each.machine}><strong>${each.machine}</strong> ${t.setBy(each.source, each.reason)}${
        each.since && html`, ${t.since} <${Time} at=${each.since} />`
      }: ${t.remedies[each.remedy]}${each.due && html` ${t.notBefore} <${Time} at=${each.due} />`}${
        each.hold && html`; ${t.heldBack} <strong>${words(each.hold.code)}</strong> ${each.hold.reason}
        <${Until} at=${each.hold.until} />`
      }</li>`,
    )}</ul>`;
}

/** What the pool would do with its warm pool. */
function WarmPlan({ warm }) {
  const steps = [
    ...warm.wakes.map(t.wakes),
    ...(warm.launches > 0 ? [t.warms(warm.launches)] : []),
    ...warm.returns.map(t.returnsWarm),
    ...warm.terminations.map((end) => t.terminates(end.machine, end.reason)),
  ];
  return html`
    <h2>${t.warmPool}</h2>
    <p>${t.warmSizes(warm.wanted, warm.ready, warm.preparing)} ${warm.reason}</p>
    <h3>${t.nextSteps}</h3>
    ${steps.length === 0 && html`<p>${t.nothing}</p>`}
    <ul>${steps.map((text) => html`<li>${text}</li>`)}</ul>
    ${warm.holds.length > 0 && html`<h3>${t.holds}</h3>`}
    <ul>${warm.holds.map((hold) => html`
      <li><strong>${words(hold.code)}</strong> ${hold.reason}<${Until} at=${hold.until} /></li>`)}</ul>`;
}

export function PlanTab({ pool, version, onSignedOut }) {
  const paths = { plan: poolPath(pool, '/plan'), disruption: poolPath(pool, '/disruption') };
  const read = useReads(paths, version, onSignedOut);
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  const { plan, disruption } = read;
  return html`
    <h2>${t.planNow}</h2>
    ${plan.failed && html`<p>${t.notRead(plan.failed)}</p>`}
    ${
      !plan.failed &&
      html`
      <p>${t.planSizes(plan.desiredSize, plan.headroom, plan.effective, plan.open)}</p>
      <h3>${t.nextSteps}</h3>
      ${plan.launches.length + plan.terminations.length === 0 && html`<p>${t.nothing}</p>`}
      <ul>
        ${launchesOf(plan).map((text) => html`<li>${text}</li>`)}
        ${plan.terminations.map((end) => html`<li>${t.terminates(end.machine, end.reason)}</li>`)}
      </ul>
      <h3>${t.holds}</h3>
      ${plan.holds.length === 0 && html`<p>${t.nothing}</p>`}
      <ul>
        ${plan.holds.map((hold) => html`
          <li><strong>${words(hold.code)}</strong> ${hold.reason}<${Until} at=${hold.until} /></li>`)}
      </ul>
      ${plan.unhealthy?.length > 0 && html`<${UnhealthyMachines} machines=${plan.unhealthy} />`}
      <h3>${t.ongoing}</h3>
      ${plan.ongoing.length === 0 && html`<p>${t.nothing}</p>`}
      <ul>${plan.ongoing.map(
        (each) => html`
        <li key=${each.operation + each.id}><strong>${words(each.operation)}</strong> ${each.id}
          ${each.machines > 1 && ` × ${count(each.machines)}`} 
          ${t.waitsFor} ${each.waitsFor}<${Until} at=${each.until} /></li>`,
      )}</ul>`
    }
    ${plan.warm && html`<${WarmPlan} warm=${plan.warm} />`}
    <h2>${t.disruption}</h2>
    ${
      disruption.failed
        ? html`<p>${t.notRead(disruption.failed)}</p>`
        : html`
      <${Table} caption=${t.disruption} rows=${disruption.reasons} id=${(row) => row.reason} columns=${[
        { name: t.reason, cell: (row) => words(row.reason) },
        { name: t.unavailable, numeric: true, cell: (row) => count(row.unavailable) },
        { name: t.limit, numeric: true, cell: (row) => row.limit ?? t.unlimited },
        {
          name: t.window,
          cell: (row) => html`${row.open ? t.windowOpen : t.windowShut}${row.window && ` (${row.window})`}
            <${Until} at=${row.until} />${row.opens && html` ${t.opens} <${Time} at=${row.opens} />`}`,
        },
      ]} />`
    }`;
}
