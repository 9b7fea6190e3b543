// One pool: its numbers and alarms, what a person may do to it, and a tab for each of its parts.
import { html, useState } from '../html.js';
import { Time, count, words } from '../format.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { costOf, disruptionOf } from './pools.js';
import { ActionsTab } from './actions.js';
import { ConfigurationTab } from './configuration.js';
import { HistoryTab } from './history.js';
import { HooksTab } from './hooks.js';
import { MachinesTab } from './machines.js';
import { PlanTab } from './plan.js';
import { PlotsTab } from './plots.js';
import { CHANGES, PoolChange } from './pool-change.js';
import { RefreshTab } from './refresh.js';
import { ResizeDialog } from './resize.js';
import { ScalingTab } from './scaling.js';

const TABS = {
  machines: MachinesTab,
  plan: PlanTab,
  plots: PlotsTab,
  hooks: HooksTab,
  actions: ActionsTab,
  refresh: RefreshTab,
  scaling: ScalingTab,
  history: HistoryTab,
  configuration: ConfigurationTab,
};

const NUMBERS = {
  desired: 'desiredSize',
  inService: 'inService',
  waiting: 'waiting',
  outOfService: 'outOfService',
  unhealthy: 'unhealthy',
  drift: 'drifted',
  headroom: 'headroom',
};

/** The machines of the warm pool, those in each state that has some. */
const warmCounts = (warm) =>
  Object.entries(warm)
    .filter(([, number]) => number > 0)
    .map(([state, number]) => `${count(number)} ${t.warmWords[state]}`)
    .join(', ');

export function PoolPage({ row, tab, session, onDone, onSignedOut }) {
  const [dialog, setDialog] = useState('');
  const close = () => setDialog('');
  const Tab = TABS[tab] ?? MachinesTab;
  const base = `#/pools/${encodeURIComponent(row.pool)}`;
  return html`
    <p><a href="#/">← ${t.back}</a></p>
    <h1>${row.pool} <small class=${row.status === 'ACTIVE' ? '' : 'alarm'}>${words(row.status)}</small></h1>
    <dl class="numbers">
      ${Object.entries(NUMBERS).map(
        ([name, field]) => html`
        <div><dt>${t.columns[name]}</dt><dd data-number=${field}>${count(row[field])}</dd></div>`,
      )}
      <div><dt>${t.columns.disruption}</dt>
        <dd>${disruptionOf(row)}</dd></div>
      <div><dt>${t.columns.cost}</dt><dd data-number="cost">${costOf(row)}</dd></div>
      ${row.warm && html`<div><dt>${t.warmPool}</dt><dd data-number="warm">${warmCounts(row.warm)}</dd></div>`}
    </dl>
    ${
      row.alarms.length > 0 &&
      html`
      <section aria-label=${t.columns.alarms} class="alarms"><ul>
        ${row.alarms.map(
          (alarm) => html`
          <li key=${alarm.code + alarm.message}>▲ <strong>${words(alarm.code)}</strong> ${alarm.message}
            <span class="quiet"> ${t.since} <${Time} at=${alarm.since} /></span></li>`,
        )}
      </ul></section>`
    }
    <p class="buttons">
      ${
        may(session, 'operate', 'resize') &&
        html`
        <button type="button" class="main" onClick=${() => setDialog('resize')}>${t.resize}</button>`
      }
      ${
        may(session, 'admin', 'thaw') &&
        (row.status === 'FROZEN' || row.alarms.length > 0) &&
        html`
        <button type="button" onClick=${() => setDialog('thaw')}>${t.thaw}</button>`
      }
      ${
        row.status === 'OBSERVING' &&
        ['adopt', 'disown'].map(
          (verb) =>
            may(session, 'admin', verb) &&
            html`
            <button type="button" onClick=${() => setDialog(verb)}>${t[verb]}</button>`,
        )
      }
      ${
        may(session, 'admin') &&
        session.everyPool &&
        html`
        <button type="button" onClick=${() => setDialog(row.status === 'SUSPENDED' ? 'run' : 'suspend')}>
          ${row.status === 'SUSPENDED' ? t.run : t.suspend}</button>`
      }
    </p>
    <nav class="tabs" aria-label=${t.pool}><ul>
      ${Object.keys(TABS).map(
        (name) => html`
        <li><a href=${`${base}/${name}`} aria-current=${TABS[name] === Tab ? 'page' : undefined}>
          ${t.tabs[name]}</a></li>`,
      )}
    </ul></nav>
    <${Tab} key=${tab} pool=${row.pool} row=${row} version=${row.revision} session=${session} onDone=${onDone}
      onSignedOut=${onSignedOut} />
    ${CHANGES[dialog] && html`<${PoolChange} change=${dialog} row=${row} onDone=${onDone} onClose=${close} />`}
    ${dialog === 'resize' && html`<${ResizeDialog} row=${row} onDone=${onDone} onClose=${close} />`}
  `;
}
