// Applying a change to a pool's configuration: the server tries it first, and what follows is what it has found.
import { html, useEffect, useState } from '../html.js';
import { getTagged, send } from '../api.js';
import { changes } from '../config-changes.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';

const shown = (value) => (value === null || value === undefined ? t.absent : JSON.stringify(value));

/** The keys of a patch, or null if the text has none. */
function patchOf(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export function ApplyDialog({ pool, onDone, onClose }) {
  const path = `/pools/${encodeURIComponent(pool)}`;
  const [text, setText] = useState('{}');
  const [trial, setTrial] = useState(null);
  const [failure, setFailure] = useState(null);
  const ask = async (event) => {
    event.preventDefault();
    setFailure(null);
    setTrial(null);
    const body = patchOf(text);
    if (!body) {
      setFailure(new Error(t.noObject));
      return;
    }
    try {
      const { body: pooled, tag } = await getTagged(path);
      const headers = { 'If-Match': tag };
      const found = await send({ method: 'PATCH', path: `${path}?dryRun=true`, headers, body });
      const confirm = found.terminations > 0 ? `?confirm=${pooled.version}` : '';
      setTrial({ text, found, call: { method: 'PATCH', path: path + confirm, headers, body } });
    } catch (e) {
      setFailure(e);
    }
  };
  const current = trial && trial.text === text ? trial : null;
  const differences = Object.entries(current?.found.changes ?? {});
  const consequences = current
    ? [
        ...(differences.length === 0 ? [t.unchanged] : []),
        ...differences.map(([key, { before, after }]) => t.change(key, shown(before), shown(after))),
        t.applyEffects(current.found.launches, current.found.terminations),
      ]
    : [];
  return html`
    <${Dialog} name="apply" about=${[pool]} onClose=${onClose}>
      <form onSubmit=${ask}>
        <p><label for="patch">${t.patch}</label></p>
        <textarea id="patch" name="patch" rows="5" spellcheck=${false} value=${text}
          onInput=${(e) => setText(e.target.value)}></textarea>
        <p class="buttons"><button>${t.askPlan}</button></p>
      </form>
      ${failure && html`<p role="alert">${failure.message} ${failure.detail}</p>`}
      <${Confirmation} call=${current && current.call} consequences=${consequences} label=${t.applyDo}
        danger=${Boolean(current) && current.found.terminations > 0} onDone=${onDone} onClose=${onClose} />
    <//>`;
}

/** A change of the version that there is when the dialog opens; what follows is told from its configuration. */
function VersionedDialog({ pool, verb, about, body, consequences, label, onDone, onClose }) {
  const path = `/pools/${encodeURIComponent(pool)}`;
  const [present, setPresent] = useState(null);
  const [failure, setFailure] = useState(null);
  useEffect(() => {
    getTagged(path).then(setPresent, setFailure);
  }, []);
  const headers = { 'If-Match': present?.tag };
  const call = present && { method: 'POST', path: `${path}/${verb}`, headers, body };
  return html`
    <${Dialog} name=${verb} about=${about} onClose=${onClose}>
      ${!present && !failure && html`<p>${t.asking}</p>`}
      ${failure && html`<p role="alert">${failure.message} ${failure.detail}</p>`}
      <${Confirmation} call=${call} consequences=${present ? consequences(present.body) : []} label=${label}
        onDone=${onDone} onClose=${onClose} />
    <//>`;
}

const back = (row) => (present) => [...changes(present.config, row.config), t.rollbackHelp];

/** Bringing an earlier configuration back, as a new version. */
export const RollbackDialog = ({ pool, row, onDone, onClose }) => html`
  <${VersionedDialog} pool=${pool} verb="rollback" about=${[pool, row.version]}
    body=${{ version: row.version }} consequences=${back(row)}
    label=${t.rollbackDo(row.version)} onDone=${onDone} onClose=${onClose} />`;

/** Having the API manage a pool that a file has managed. */
export const TakeoverDialog = ({ pool, onDone, onClose }) => html`
  <${VersionedDialog} pool=${pool} verb="takeover" about=${[pool]} body=${{}}
    consequences=${() => [t.takeoverConsequence]} label=${t.takeoverDo} onDone=${onDone} onClose=${onClose} />`;
