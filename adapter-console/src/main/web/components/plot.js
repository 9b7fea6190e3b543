// A plot over time as SVG: lines of steps, or columns. It takes its colours and dashes from the style sheet.
import { html, useEffect, useRef, useState } from '../html.js';
import { numberTicks, stepPath, timeTicks } from '../plot.js';
import { t } from '../strings.js';

const HEIGHT = 190;
const TOP = 8;
const BOTTOM = 26;
const RIGHT = 10;
const LETTER = 7.5;
const NARROW = 480;
const WEEK_LIKE = 2 * 24 * 3600_000;

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' });

/** The width that an element has, also after it has changed. */
function useWidth() {
  const element = useRef(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

const Key = ({ kind, index }) => html`
  <svg class="key" width="28" height="12" aria-hidden="true">
    ${
      kind === 'column'
        ? html`<rect class=${`series s${index}`} x="8" y="1" width="12" height="10" />`
        : html`<line class=${`series s${index}`} x1="0" y1="6" x2="28" y2="6" />`
    }
  </svg>`;

/** The round numbers at the left of a plot, from 0 up, and how they are written. */
function scaleOf({ series, whole, format }) {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  const ticks = numberTicks(Math.max(0, ...values), whole);
  return { ticks, labels: ticks.map(format) };
}

/**
 * Plots of the same time below each other. Their axes begin and end at the same places, so that one can compare them.
 * @param from the beginning of their time, in milliseconds since 1970; `to` its end
 * @param plots each with title, series and format, and with gap and whole if it has them
 */
export function PlotGroup({ from, to, plots }) {
  const scales = plots.map(scaleOf);
  const left = 8 + LETTER * Math.max(...scales.flatMap(({ labels }) => labels.map((label) => label.length)));
  return plots.map(
    (plot, i) => html`
    <${Plot} key=${plot.title} ...${plot} scale=${scales[i]} from=${from} to=${to} left=${left} />`,
  );
}

/**
 * @param title what the plot shows
 * @param from the beginning of its time; `to` its end
 * @param left where its axis of time begins
 * @param scale the round numbers at its left
 * @param series each with name, kind ("line" or "column"), and points with from, to and value
 * @param gap the longest time between two points of a line that is one
 * @param format writes a value with its unit
 */
function Plot({ title, from, to, left, scale, series, gap = 0, format }) {
  const [frame, width] = useWidth();
  const { ticks, labels } = scale;
  const most = ticks[ticks.length - 1];
  const x = (at) => left + ((at - from) / (to - from)) * Math.max(1, width - left - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const columns = series.filter(({ kind }) => kind === 'column').length;
  const timeText = (at) => (to - from > WEEK_LIKE ? day : clock).format(new Date(at));
  const told = series.map(({ name, points }) => {
    const all = points.map(({ value }) => value);
    return all.length === 0
      ? t.noValues(name)
      : t.seriesTold(name, format(Math.min(...all)), format(Math.max(...all)), format(all[all.length - 1]));
  });
  return html`
    <figure class="plot" ref=${frame}>
      <figcaption><strong>${title}</strong>
        ${series.map(
          ({ name, kind }, i) => html`
          <span class="legend"><${Key} kind=${kind} index=${i} /> ${name}</span>`,
        )}
      </figcaption>
      ${
        width > 0 &&
        html`
        <svg width=${width} height=${HEIGHT} role="img" aria-label=${`${title}. ${told.join(' ')}`}>
          ${ticks.map(
            (tick, i) => html`
            <line class="rule-line" x1=${left} x2=${width - RIGHT} y1=${y(tick)} y2=${y(tick)} />
            <text class="tick" x=${left - 4} y=${y(tick) + 4} text-anchor="end">${labels[i]}</text>`,
          )}
          ${timeTicks(from, to, width < NARROW).map(
            (at) => html`
            <line class="rule-line" x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${HEIGHT - BOTTOM + 4} />
            <text class="tick" x=${Math.min(x(at), width - (LETTER * timeText(at).length) / 2)} y=${HEIGHT - 8}
              text-anchor="middle">${timeText(at)}</text>`,
          )}
          ${series.map(({ kind, points, name }, i) =>
            kind === 'column'
              ? points
                  .filter(({ value }) => value > 0)
                  .map((point) => {
                    const room = Math.max(2, x(point.to) - x(point.from) - 1);
                    const each = Math.max(2, room / columns);
                    return html`
                    <rect class=${`series s${i}`} x=${x(point.from) + i * each} y=${y(point.value)}
                      width=${each} height=${y(0) - y(point.value)}>
                      <title>${`${name}: ${format(point.value)}`}</title></rect>`;
                  })
              : html`<path class=${`series s${i}`} d=${stepPath(points, x, y, gap)} />`,
          )}
        </svg>`
      }
    </figure>`;
}
