// Requesting an action of a machine, such as a reboot or a snapshot.
import { html, useState } from '../html.js';
import { machinePath } from '../api.js';
import { t } from '../strings.js';
import { Confirmation } from './dialog.js';

/** The parameters as they are typed; null if they are no JSON object. */
function objectOf(text) {
  if (!text.trim()) {
    return {};
  }
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export function RequestAction({ pool, machine, onDone, onClose }) {
  const [type, setType] = useState('Reboot');
  const [text, setText] = useState(t.actionParameters.Reboot);
  const [delay, setDelay] = useState('0');
  const parameters = objectOf(text);
  const wait = Number(delay);
  const complete = parameters && type.trim() && delay !== '' && Number.isInteger(wait) && wait >= 0;
  const body = { type: type.trim(), ...(text.trim() ? { parameters } : {}), ...(wait > 0 ? { delay: wait } : {}) };
  const choose = (name) => {
    setType(name);
    setText(t.actionParameters[name] ?? '');
  };
  return html`
    <form class="filters" onSubmit=${(e) => e.preventDefault()}>
      <label>${t.actionType} <input name="type" list="action-types" required value=${type}
        onInput=${(e) => choose(e.target.value)} /></label>
      <datalist id="action-types">
        ${Object.keys(t.actionParameters).map((name) => html`<option value=${name}></option>`)}
      </datalist>
      <label>${t.parameters} <input name="parameters" value=${text} onInput=${(e) => setText(e.target.value)} /></label>
      <label>${t.delay} <input name="delay" type="number" min="0" step="1" value=${delay}
        onInput=${(e) => setDelay(e.target.value)} /></label>
    </form>
    ${!parameters && html`<p role="alert">${t.noObject}</p>`}
    <${Confirmation} call=${complete ? { method: 'POST', path: machinePath(pool, machine.id, 'actions'), body } : null}
      consequences=${[t.actionConsequence(machine.id, type, wait), t.actionEffects[type]].filter(Boolean)}
      label=${t.actionDo} done=${t.dialogs.action(machine.id)} onDone=${onDone} onClose=${onClose} />`;
}
