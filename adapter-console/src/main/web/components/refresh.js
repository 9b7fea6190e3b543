// The refresh that is under way, or the last one, and what a person may do about it.
import { html, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, count, words } from '../format.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Confirmation, Dialog } from './dialog.js';
import { StartDialog } from './refresh-start.js';

const UNDER_WAY = ['RUNNING', 'PAUSED', 'CHECKPOINT', 'BAKING', 'ROLLING_BACK'];

function verbsFor(refresh) {
  if (!refresh || !UNDER_WAY.includes(refresh.state)) {
    return ['start'];
  }
  const stopped = ['PAUSED', 'CHECKPOINT'].includes(refresh.state);
  return [stopped ? 'resume' : 'pause', 'cancel', ...(refresh.state === 'ROLLING_BACK' ? [] : ['rollback'])];
}

const dialogOf = (verb) => `${verb}Refresh`;
const labelOf = (verb) => t.dialogs[dialogOf(verb)]();

const UNDO = { pause: 'resume', resume: 'pause' };

const undoOf = (pool, verb) =>
  UNDO[verb] && {
    title: labelOf(UNDO[verb]),
    call: { method: 'POST', path: poolPath(pool, `/refresh/${UNDO[verb]}`), body: {} },
    consequences: [t.refreshConsequence[UNDO[verb]]()],
    label: labelOf(UNDO[verb]),
  };

export function RefreshTab({ pool, row, version, session, onDone, onSignedOut }) {
  const [verb, setVerb] = useState('');
  const read = useReads({ refresh: poolPath(pool, '/refresh') }, version, onSignedOut);
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  if (read.refresh.failed) {
    return html`<p>${t.notRead(read.refresh.failed)}</p>`;
  }
  const refresh = read.refresh.refresh;
  const close = () => setVerb('');
  const finished = refresh && refresh.machines - refresh.remaining;
  return html`
    ${!refresh && html`<p>${t.noRefresh}</p>`}
    ${
      refresh &&
      html`
      <h2>${t.refreshState(words(refresh.state))}</h2>
      <p>${refresh.reason} ${refresh.waitsFor && `${t.waitsFor} ${refresh.waitsFor}`}</p>
      <p><label>${t.refreshProgress(finished, refresh.machines)}
        <progress max=${Math.max(1, refresh.machines)} value=${finished}></progress></label></p>
      <dl class="facts">
        <dt>${t.cause}</dt><dd>${words(refresh.cause)}</dd>
        <dt>${t.healthy}</dt><dd>${count(refresh.healthy)}, ${t.leastHealthy} ${count(refresh.leastHealthy)}</dd>
        ${refresh.warmRemaining > 0 && html`<dt>${t.warmRemaining}</dt><dd>${count(refresh.warmRemaining)}</dd>`}
        <dt>${t.failures}</dt><dd>${count(refresh.failures)}</dd>
        <dt>${t.started}</dt><dd><${Time} at=${refresh.startedAt} /> ${t.startedBy} ${refresh.startedBy}</dd>
        <dt>${t.ended}</dt><dd><${Time} at=${refresh.endedAt} /></dd>
      </dl>`
    }
    ${
      may(session, 'operate', 'refresh') &&
      html`<p class="buttons">
      ${verbsFor(refresh).map((each) => html`
        <button type="button" onClick=${() => setVerb(each)}>${labelOf(each)}…</button>`)}
    </p>`
    }
    ${
      verb === 'start' &&
      html`<${StartDialog} pool=${pool} drifted=${row.drifted} onDone=${onDone} onClose=${close} />`
    }
    ${
      verb &&
      verb !== 'start' &&
      html`
      <${Dialog} name=${dialogOf(verb)} onClose=${close}>
        <${Confirmation}
          call=${{ method: 'POST', path: poolPath(pool, `/refresh/${verb}`), body: {} }}
          consequences=${[t.refreshConsequence[verb]()]} label=${labelOf(verb)} undo=${undoOf(pool, verb)}
          onDone=${onDone} onClose=${close} />
      <//>`
    }`;
}
