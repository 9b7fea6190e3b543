// The differences between two configurations of a pool.
import { t } from './strings.js';

/** The values of a configuration, each by its whole key. */
function flat(value, key = '', into = {}) {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    Object.entries(value).forEach(([name, each]) => flat(each, key ? `${key}.${name}` : name, into));
  } else {
    into[key] = JSON.stringify(value);
  }
  return into;
}

/** Each key that differs, with both values, as a sentence. */
export function changes(before, after) {
  const [a, b] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .sort()
    .filter((key) => a[key] !== b[key])
    .map((key) => t.change(key, a[key] ?? t.absent, b[key] ?? t.absent));
}
