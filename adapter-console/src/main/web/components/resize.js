// Resizing: the plan for the new size is what follows.
import { html, useState } from '../html.js';
import { get, poolPath } from '../api.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';
import { consequencesOf } from './plan.js';

const sizeCall = (pool, size) => ({ method: 'POST', path: poolPath(pool, '/size'), body: { desiredSize: size } });

export function ResizeDialog({ row, onDone, onClose }) {
  // The size changes with the call, before its answer comes.
  const [before] = useState(row.desiredSize);
  const [size, setSize] = useState(String(row.desiredSize));
  const [plan, setPlan] = useState(null);
  const [failure, setFailure] = useState(null);
  const ask = async (event) => {
    event.preventDefault();
    setFailure(null);
    try {
      setPlan({ size, plan: await get(poolPath(row.pool, `/plan?desiredSize=${size}`)) });
    } catch (e) {
      setFailure(e);
    }
  };
  const shown = plan && plan.size === size;
  const call = shown ? sizeCall(row.pool, Number(size)) : null;
  const undo = {
    title: t.undoResize(row.pool, before),
    call: sizeCall(row.pool, before),
    plan: poolPath(row.pool, `/plan?desiredSize=${before}`),
    label: t.resizeTo(before),
  };
  return html`
    <${Dialog} name="resize" about=${[row.pool]} onClose=${onClose}>
      <form onSubmit=${ask} class="filters">
        <label>${t.desiredSize}
          <input type="number" name="size" min="0" step="1" required value=${size}
            onInput=${(e) => setSize(e.target.value)} /></label>
        <button>${t.askPlan}</button>
      </form>
      ${failure && html`<p role="alert">${failure.message}</p>`}
      <${Confirmation} call=${call}
        consequences=${shown ? consequencesOf(plan.plan) : []} label=${t.resizeTo(size)} done=${t.resized(size)}
        danger=${shown && plan.plan.terminations.length > 0} undo=${Number(size) === before ? null : undo}
        onDone=${onDone} onClose=${onClose} />
    <//>`;
}
