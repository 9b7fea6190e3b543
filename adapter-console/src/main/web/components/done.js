// What a change has come to, and a way to take it back where there is one.
import { html, useEffect, useState } from '../html.js';
import { get } from '../api.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';
import { consequencesOf } from './plan.js';

export function Done({ done, onDone }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return html`
    <div class="done-bar">
      <p class="done" role="status">${done.text}</p>
      ${done.undo && html`<button type="button" onClick=${() => setOpen(true)}>${t.undo}</button>`}
    </div>
    ${
      open &&
      done.undo &&
      html`
      <${Dialog} name="undo" about=${[done.undo.title]} onClose=${close}>
        <${Undo} undo=${done.undo} onDone=${onDone} onClose=${close} />
      <//>`
    }`;
}

function Undo({ undo, onDone, onClose }) {
  const [consequences, setConsequences] = useState(undo.consequences ?? null);
  const [failure, setFailure] = useState(null);
  useEffect(() => {
    if (undo.plan) {
      get(undo.plan).then((plan) => setConsequences(consequencesOf(plan)), setFailure);
    }
  }, []);
  return html`
    ${!consequences && !failure && html`<p>${t.asking}</p>`}
    ${failure && html`<p role="alert">${failure.message}</p>`}
    <${Confirmation} call=${consequences && undo.call} consequences=${consequences ?? []} label=${undo.label}
      onDone=${onDone} onClose=${onClose} />`;
}
