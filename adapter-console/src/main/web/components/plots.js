// A pool over the last hour, day or week, in plots and in numbers.
import { html, useEffect, useState } from '../html.js';
import { poolPath } from '../api.js';
import { Time, count } from '../format.js';
import { t } from '../strings.js';
import { useReads } from '../use-pool.js';
import { PlotGroup } from './plot.js';
import { Table } from './table.js';

const LENGTHS = { hour: 3600, day: 24 * 3600, week: 7 * 24 * 3600 };
const AGAIN = 20_000;

const seconds = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const inSeconds = (value) => t.seconds(seconds.format(value));
const inCounts = (value) => count(value);

/** The present moment, read now and then: a sample is new at most once in a minute. */
function useNow() {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGAIN);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function PlotsTab({ pool, onSignedOut }) {
  const [span, setSpan] = useState('hour');
  const now = useNow();
  const read = useReads({ samples: poolPath(pool, `/samples?span=${span}`) }, now, onSignedOut);
  const failed = read?.samples.failed;
  return html`
    <form class="filters" onSubmit=${(e) => e.preventDefault()}>
      <label>${t.span} <select value=${span} onChange=${(e) => setSpan(e.target.value)}>
        ${Object.entries(t.sampleSpans).map(([value, name]) => html`<option value=${value}>${name}</option>`)}
      </select></label>
    </form>
    ${!read && html`<p>${t.loading}</p>`}
    ${failed && html`<p>${t.notRead(failed)}</p>`}
    ${read && !failed && html`<${Plots} read=${read.samples} now=${now} />`}`;
}

function Plots({ read, now }) {
  const step = read.step * 1000;
  // The server's clock may be ahead of that of the reader.
  const last = read.samples[read.samples.length - 1];
  const end = Math.max(now, last ? Date.parse(last.from) + step : 0);
  const begin = end - LENGTHS[read.span] * 1000;
  const points = (value, among = read.samples) =>
    among
      .map((sample) => {
        const from = Date.parse(sample.from);
        return { from: Math.max(begin, from), to: Math.min(end, from + step), value: value(sample) };
      })
      .filter(({ from, to }) => to > from);
  const called = read.samples.filter(({ cloudCalls }) => cloudCalls > 0);
  return html`
    ${read.samples.length === 0 && html`<p>${t.noSamples}</p>`}
    <${PlotGroup} from=${begin} to=${end} plots=${[
      {
        title: t.sizePlot,
        gap: step / 2,
        whole: true,
        format: inCounts,
        series: [
          { name: t.columns.desired, kind: 'line', points: points((s) => s.desiredSize) },
          { name: t.columns.inService, kind: 'line', points: points((s) => s.inService) },
          { name: t.leastInService, kind: 'line', points: points((s) => s.leastInService) },
        ],
      },
      {
        title: t.launchPlot,
        whole: true,
        format: inCounts,
        series: [
          { name: t.launched, kind: 'column', points: points((s) => s.launched) },
          { name: t.launchFailures, kind: 'column', points: points((s) => s.launchFailures) },
        ],
      },
      {
        title: t.latencyPlot,
        gap: step / 2,
        format: inSeconds,
        series: [{ name: t.secondsPerCall, kind: 'line', points: points((s) => s.secondsPerCall, called) }],
      },
    ]} />
    <details>
      <summary>${t.inNumbers}</summary>
      <${Table} caption=${t.samplesOf[read.span]} rows=${read.samples.slice().reverse()} id=${(row) => row.from}
        columns=${[
          { name: t.at, cell: (row) => html`<${Time} at=${row.from} />` },
          { name: t.columns.desired, numeric: true, cell: (row) => count(row.desiredSize) },
          { name: t.columns.inService, numeric: true, cell: (row) => count(row.inService) },
          { name: t.leastInService, numeric: true, cell: (row) => count(row.leastInService) },
          { name: t.launched, numeric: true, cell: (row) => count(row.launched) },
          { name: t.launchFailures, numeric: true, cell: (row) => count(row.launchFailures) },
          { name: t.cloudCalls, numeric: true, cell: (row) => count(row.cloudCalls) },
          {
            name: t.secondsPerCall,
            numeric: true,
            cell: (row) => (row.cloudCalls > 0 ? inSeconds(row.secondsPerCall) : t.none),
          },
        ]} />
    </details>`;
}
