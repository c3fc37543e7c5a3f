import { usageFault } from './errors.mjs';
import { idOf, numberOf, WRITES } from './options.mjs';
import { moneyText } from './output.mjs';

const discountText = ({ percentOff, amountOff, currency }) =>
  percentOff === null ? moneyText(amountOff, currency) : `${percentOff}%`;

const COLUMNS = [
  ['CODE', ({ code }) => code],
  ['DISCOUNT', discountText],
  ['LIVE', ({ live }) => (live ? 'yes' : 'no')],
  ['FROM', ({ startsAt }) => startsAt],
  ['UNTIL', ({ endsAt }) => endsAt],
  ['USES', ({ maxUses }) => maxUses],
];

async function list({ client, args: [page] }) {
  const rows = client.list(`/pages/${idOf(page, 'page')}/coupons`, {}, Number.POSITIVE_INFINITY);
  return { rows, columns: COLUMNS, empty: 'This page has no coupons.' };
}

/** A day starts at midnight UTC. */
function momentOf(typed, option) {
  if (typed === undefined) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed);
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(typed);
  const moment = new Date(typed);
  if ((!isDay && !isMoment) || Number.isNaN(moment.getTime()))
    throw usageFault(
      `--${option} must be a date, such as 2026-12-01, or a date and time, such as 2026-12-01T09:00:00Z.`,
    );
  return moment.toISOString();
}

function discountOf({ percent, amount }) {
  if ((percent === undefined) === (amount === undefined)) throw usageFault('Use either --percent or --amount.');
  const typed = percent ?? amount;
  const isValid = percent === undefined ? /^\d{1,9}$/.test(typed) : /^\d{1,3}(\.\d{1,4})?$/.test(typed);
  if (!isValid) throw usageFault(`${typed} is not a valid discount. Use --percent 12.5, or --amount 500 for 5.00.`);
  return percent === undefined ? { amountOff: Number(typed) } : { percentOff: Number(typed) };
}

async function create({ client, options, args: [page, code] }) {
  const coupon = {
    code,
    ...discountOf(options),
    startsAt: momentOf(options.starts, 'starts'),
    endsAt: momentOf(options.ends, 'ends'),
    maxUses: options.uses === undefined ? undefined : numberOf(options.uses, 'uses'),
    maxUsesPerBuyer: options['per-buyer'] === undefined ? undefined : numberOf(options['per-buyer'], 'per-buyer'),
    minimumAmount: options.minimum === undefined ? undefined : numberOf(options.minimum, 'minimum'),
  };
  const made = await client.write('POST', `/pages/${idOf(page, 'page')}/coupons`, coupon);
  const where = made.live ? 'live now' : 'saved in the draft';
  return { value: made, text: `${code}: ${discountText(made)} off, ${where}` };
}

async function remove({ client, args: [page, code] }) {
  const path = `/pages/${idOf(page, 'page')}/coupons/${encodeURIComponent(code)}`;
  return { value: await client.write('DELETE', path), text: `Deleted ${code}` };
}

export const COUPONS = [
  {
    name: 'coupons list',
    does: 'List the coupons of a page',
    args: ['PAGE'],
    options: {},
    run: list,
  },
  {
    name: 'coupons create',
    does: 'Create a coupon; on a published page, buyers can use it immediately',
    args: ['PAGE', 'CODE'],
    options: {
      percent: ['NUMBER', 'Percentage off'],
      amount: ['AMOUNT', 'Amount off in the smallest unit of the page’s currency, such as 500 for 5.00'],
      starts: ['DATE', 'Start, such as 2026-12-01 or 2026-12-01T09:00:00Z'],
      ends: ['DATE', 'End'],
      uses: ['NUMBER', 'Total uses'],
      'per-buyer': ['NUMBER', 'Uses per buyer'],
      minimum: ['AMOUNT', 'Minimum price, in the smallest unit of the currency'],
      ...WRITES,
    },
    run: create,
  },
  {
    name: 'coupons delete',
    does: 'Delete a coupon',
    args: ['PAGE', 'CODE'],
    options: WRITES,
    run: remove,
  },
];
