// The arithmetic of a plot: scales, ticks and paths. What it draws is in components/plot.js.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The round numbers of an axis from 0 up to a greatest value, four or five of them. */
export function numberTicks(greatest, whole) {
  const most = greatest > 0 ? greatest : 1;
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const size = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((each) => most / each <= 4.5 && (!whole || Number.isInteger(each)));
  const count = Math.ceil(most / size - 1e-9);
  // A product of fractions would show as 0.30000000000000004.
  return Array.from({ length: count + 1 }, (_, i) => Number((i * size).toPrecision(12)));
}

/** The times of an axis: quarters of an hour, quarters of a day, or days, by the clock of the reader. */
export function timeTicks(from, to, narrow) {
  const length = to - from;
  const ticks = [];
  if (length <= 2 * HOUR) {
    const step = (narrow ? 30 : 15) * MINUTE;
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      ticks.push(at);
    }
    return ticks;
  }
  const hours = length > 2 * 24 * HOUR ? 24 * (narrow ? 2 : 1) : narrow ? 6 : 3;
  const time = new Date(from);
  time.setMinutes(0, 0, 0);
  // The hours go one by one, since a clock that is put forward or back has days of 23 and 25.
  for (let i = 0; time.getTime() <= to && i < 24 * 40; i += 1) {
    const fits = hours < 24 ? time.getHours() % hours === 0 : time.getHours() === 0;
    const day = Math.floor((time.getTime() - time.getTimezoneOffset() * MINUTE) / (24 * HOUR));
    if (fits && time.getTime() >= from && (hours <= 24 || day % 2 === 0)) {
      ticks.push(time.getTime());
    }
    time.setTime(time.getTime() + HOUR);
  }
  return ticks;
}

/** Points in order, in runs without a gap: a point further than `gap` from the one before begins another run. */
export function runs(points, gap) {
  const all = [];
  points.forEach((point) => {
    const run = all[all.length - 1];
    if (run && point.from - run[run.length - 1].to <= gap) {
      run.push(point);
    } else {
      all.push([point]);
    }
  });
  return all;
}

/** A line of steps: each point has its value from its beginning to its end. */
export function stepPath(points, x, y, gap) {
  const at = (time, value) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
  return runs(points, gap)
    .flatMap((run) =>
      run.map(({ from, to, value }, i) => `${i === 0 ? 'M' : 'L'}${at(from, value)}L${at(to, value)}`),
    )
    .join('');
}
