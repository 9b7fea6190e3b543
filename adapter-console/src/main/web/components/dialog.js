// A dialog that names the consequence of a change and shows its API call, before it carries the call out.
import { html, useEffect, useRef, useState } from '../html.js';
import { send } from '../api.js';
import { t } from '../strings.js';

/**
 * A modal dialog: the browser keeps the focus in it, Escape closes it, and the focus goes back to where it was.
 * @param name its name in `t.dialogs`, which has its title
 * @param about what the title names, such as a pool
 */
export function Dialog({ name, about = [], onClose, children }) {
  const dialog = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current.showModal();
    return () => before.focus();
  }, []);
  return html`
    <dialog ref=${dialog} data-dialog=${name} aria-labelledby="dialog-title"
      onCancel=${(e) => {
        e.preventDefault();
        onClose();
      }}>
      <h2 id="dialog-title">${t.dialogs[name](...about)}</h2>
      ${children}
    </dialog>`;
}

const textOf = ({ method, path, headers = {}, body }) =>
  [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [JSON.stringify(body)]),
  ].join('\n');

/**
 * @param call the API call: method, path, headers and body if it has some; null while it is not known yet
 * @param consequences sentences on what follows
 * @param label what the button does
 * @param done what is announced afterwards
 * @param undo what takes the change back, if something does: title, call, consequences or the path of a plan, and label
 */
export function Confirmation({ call, consequences, label, done, danger, undo, onDone, onClose }) {
  const [failure, setFailure] = useState(null);
  const [busy, setBusy] = useState(false);
  const carryOut = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await send(call);
      onDone(t.confirmed(done ?? label), undo);
      onClose();
    } catch (e) {
      setFailure(e);
      setBusy(false);
    }
  };
  return html`
    ${
      call &&
      html`
      <h3>${t.consequence}</h3>
      <ul class="consequences">${consequences.map((text) => html`<li>${text}</li>`)}</ul>
      <h3>${t.apiCall}</h3>
      <pre tabindex="0" class="call">${textOf(call)}</pre>`
    }
    ${failure && html`<p role="alert">${failure.message} ${failure.detail}</p>`}
    <p class="buttons">
      <button type="button" onClick=${onClose}>${t.cancel}</button>
      ${call && html`
        <button type="button" class=${danger ? 'danger' : 'main'} disabled=${busy} onClick=${carryOut}>
          ${label}</button>`}
    </p>`;
}
