// Numbers and times, in the reader's language and time zone.
import { html } from './html.js';
import { t } from './strings.js';

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const number = new Intl.NumberFormat();

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const count = (value) => (value === undefined || value === null ? t.none : number.format(value));

const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** An amount of money without a currency, which the server does not have; one that is not known shows so. */
export const cost = (value) => (value === undefined || value === null ? t.unknown : money.format(value));

/** A moment; the title has it in UTC, as the API writes it. */
export const Time = ({ at }) =>
  at ? html`<time datetime=${at} title=${at}>${time.format(new Date(at))}</time>` : t.none;

/** A constant of the API in small letters: ROLLED_BACK becomes "rolled back". */
export const words = (constant) =>
  String(constant ?? '')
    .toLowerCase()
    .replaceAll('_', ' ');
