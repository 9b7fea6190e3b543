// The lifecycle hooks that wait for an answer.
import { html, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time } from '../format.js';
import { may } from '../rights.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { Confirmation, Dialog } from './dialog.js';
import { Table } from './table.js';

export function HooksTab({ pool, version, session, onDone, onSignedOut }) {
  const [answer, setAnswer] = useState(null);
  const allowed = may(session, 'operate', 'hooks');
  const read = useReads({ hooks: allowed ? poolPath(pool, '/hooks') : null }, version, onSignedOut);
  if (!allowed) {
    return html`<p>${t.hooksNeedOperate}</p>`;
  }
  if (!read) {
    return html`<p>${t.loading}</p>`;
  }
  if (read.hooks.failed) {
    return html`<p>${t.notRead(read.hooks.failed)}</p>`;
  }
  const close = () => setAnswer(null);
  const columns = [
    { name: t.ofMachine, value: (hook) => hook.machine, cell: (hook) => hook.machine },
    { name: t.hook, value: (hook) => hook.hook, cell: (hook) => hook.hook },
    { name: t.transition, value: (hook) => hook.transition, cell: (hook) => hook.transition },
    { name: t.since, value: (hook) => hook.since, cell: (hook) => html`<${Time} at=${hook.since} />` },
    { name: t.deadline, value: (hook) => hook.deadline, cell: (hook) => html`<${Time} at=${hook.deadline} />` },
    {
      name: t.action,
      cell: (hook) => html`
        <button type="button" onClick=${() => setAnswer({ hook, verb: 'complete' })}>${t.complete}</button>
        <button type="button" onClick=${() => setAnswer({ hook, verb: 'abandon' })}>${t.abandon}</button>`,
    },
  ];
  return html`
    <${Table} caption=${t.tabs.hooks} columns=${columns} rows=${read.hooks.hooks} id=${(hook) => hook.token} />
    ${
      answer &&
      html`
      <${Dialog} name=${`${answer.verb}Hook`} about=${[answer.hook.hook, answer.hook.machine]}
        onClose=${close}>
        <${Confirmation} danger=${answer.verb === 'abandon'}
          call=${{ method: 'POST', path: poolPath(pool, `/hooks/${answer.hook.token}/${answer.verb}`), body: {} }}
          consequences=${[
            answer.verb === 'complete'
              ? t.completeConsequence(answer.hook.machine)
              : t.abandonConsequence(answer.hook.machine, answer.hook.transition),
          ]}
          label=${answer.verb === 'complete' ? t.completeDo : t.abandonDo} onDone=${onDone} onClose=${close} />
      <//>`
    }`;
}
