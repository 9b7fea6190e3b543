// Resizing: the plan for the new size is what follows.
import { html, useState } from '../html.js';
import { get, poolPath } from '../api.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';
import { launchesOf } from './plan.js';

const consequencesOf = (plan) => {
  const steps = [...launchesOf(plan), ...plan.terminations.map((end) => t.terminates(end.machine, end.reason))];
  return [...(steps.length > 0 ? steps : [t.nothingFollows]), ...plan.holds.map((hold) => t.held(hold.reason))];
};

export function ResizeDialog({ row, onDone, onClose }) {
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
  const call = shown
    ? { method: 'POST', path: poolPath(row.pool, '/size'), body: { desiredSize: Number(size) } }
    : null;
  return html`
    <${Dialog} title=${t.resizeTitle(row.pool)} onClose=${onClose}>
      <form onSubmit=${ask} class="filters">
        <label>${t.desiredSize}
          <input type="number" name="size" min="0" step="1" required value=${size}
            onInput=${(e) => setSize(e.target.value)} /></label>
        <button>${t.askPlan}</button>
      </form>
      ${failure && html`<p role="alert">${failure.message}</p>`}
      <${Confirmation} call=${call}
        consequences=${shown ? consequencesOf(plan.plan) : []} label=${t.resizeTo(size)} done=${t.resized(size)}
        danger=${shown && plan.plan.terminations.length > 0} onDone=${onDone} onClose=${onClose} />
    <//>`;
}
