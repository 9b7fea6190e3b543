// Components are written as HTML in template strings: htm parses them once, Preact renders them.
import htm from './lib/htm/htm.mjs';
import { h } from './lib/preact/preact.mjs';

export const html = htm.bind(h);
export { render } from './lib/preact/preact.mjs';
export { useEffect, useMemo, useRef, useState } from './lib/preact/hooks.mjs';
