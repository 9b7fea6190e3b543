// Attaching a machine that exists already.
import { html, useState } from '../html.js';
import { machinePath } from '../api.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';

export function AttachDialog({ pool, onDone, onClose }) {
  const [id, setId] = useState('');
  const wanted = id.trim();
  return html`
    <${Dialog} name="attach" about=${[pool]} onClose=${onClose}>
      <form class="filters" onSubmit=${(e) => e.preventDefault()}>
        <label>${t.machine.id} <input name="machine" required value=${id} onInput=${(e) => setId(e.target.value)} />
        </label>
      </form>
      <${Confirmation} call=${wanted ? { method: 'POST', path: machinePath(pool, wanted, 'attach'), body: {} } : null}
        consequences=${[t.attachConsequence(wanted)]} label=${t.attachDo} done=${t.attached(wanted)}
        undo=${{
          title: t.dialogs.detach(wanted),
          call: { method: 'POST', path: machinePath(pool, wanted, 'detach'), body: { decrementDesiredSize: true } },
          consequences: [t.detachConsequence, t.detachShrink],
          label: t.detachDo,
        }}
        onDone=${onDone} onClose=${onClose} />
    <//>`;
}
