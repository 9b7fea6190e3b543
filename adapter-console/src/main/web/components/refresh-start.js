// Starting a refresh, with the settings that a person wants to differ from the usual ones.
import { html, useState } from '../html.js';
import { poolPath } from '../api.js';
import { t } from '../strings.js';
import { Confirmation, Dialog } from './dialog.js';

/** Whole numbers with their least and greatest value, as the server has them. */
const NUMBERS = {
  minHealthyPercent: [0, 100],
  maxHealthyPercent: [100, 200],
  batchSize: [1, 100_000],
  warmup: [0, 172_800],
  bakeTime: [0, 172_800],
  failureLimit: [1, 1000],
};
const FLAGS = ['zoneByZone', 'skipMatching'];

const fits = (text, [least, most]) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most);

export function StartDialog({ pool, drifted, onDone, onClose }) {
  const [values, setValues] = useState({ skipMatching: true, zoneByZone: false, protectedMachines: '' });
  const set = (name, value) => setValues({ ...values, [name]: value });
  const numbers = Object.keys(NUMBERS).filter((name) => values[name]);
  const wrong = numbers.find((name) => !fits(values[name], NUMBERS[name]));
  const body = {
    ...Object.fromEntries(numbers.map((name) => [name, Number(values[name])])),
    ...(values.skipMatching ? {} : { skipMatching: false }),
    ...(values.zoneByZone ? { zoneByZone: true } : {}),
    ...(values.protectedMachines ? { protectedMachines: values.protectedMachines } : {}),
  };
  return html`
    <${Dialog} name="startRefresh" onClose=${onClose}>
      <form class="filters" onSubmit=${(e) => e.preventDefault()}>
        ${Object.entries(NUMBERS).map(
          ([name, [least, most]]) => html`
          <label>${t.refreshOptions[name]} <input type="number" name=${name} min=${least} max=${most} step="1"
            placeholder=${t.usual} value=${values[name] ?? ''} onInput=${(e) => set(name, e.target.value)} /></label>`,
        )}
        <label>${t.refreshOptions.protectedMachines}
          <select name="protectedMachines" value=${values.protectedMachines}
            onChange=${(e) => set('protectedMachines', e.target.value)}>
            ${Object.entries(t.protectedChoices).map(([value, text]) => html`<option value=${value}>${text}</option>`)}
          </select></label>
        ${FLAGS.map(
          (name) => html`
          <label class="flag"><input type="checkbox" name=${name} checked=${values[name]}
            onChange=${(e) => set(name, e.target.checked)} /> ${t.refreshOptions[name]}</label>`,
        )}
      </form>
      ${wrong && html`<p role="alert">${t.outside(t.refreshOptions[wrong], ...NUMBERS[wrong])}</p>`}
      <${Confirmation} call=${wrong ? null : { method: 'POST', path: poolPath(pool, '/refresh'), body }}
        consequences=${[
          values.skipMatching ? t.refreshConsequence.start(drifted) : t.refreshAll,
          ...(values.zoneByZone ? [t.refreshByZone] : []),
        ]}
        label=${t.dialogs.startRefresh()} undo=${{
          title: t.dialogs.rollbackRefresh(),
          call: { method: 'POST', path: poolPath(pool, '/refresh/rollback'), body: {} },
          consequences: [t.refreshConsequence.rollback()],
          label: t.dialogs.rollbackRefresh(),
        }}
        onDone=${onDone} onClose=${onClose} />
    <//>`;
}
