import { usageFault } from './errors.mjs';
import { LISTS, mostOf } from './options.mjs';
import { moneyText } from './output.mjs';

const COLUMNS = [
  ['NUMBER', ({ number }) => number],
  ['DATE', ({ createdAt }) => createdAt.slice(0, 10)],
  ['STATE', ({ state, disputeState }) => (disputeState ? `${state}, dispute ${disputeState}` : state)],
  ['TOTAL', ({ amounts, currency }) => moneyText(amounts.total, currency)],
  ['NET', ({ amounts, currency }) => moneyText(amounts.net, currency)],
  ['PRODUCT', ({ productName }) => productName],
  ['BUYER', ({ buyer }) => buyer.email ?? buyer.name],
  ['ID', ({ id }) => id],
];

/** Midnight UTC of a day, or of one some days later. */
function startOf(day, daysLater) {
  if (day === undefined) return undefined;
  const start = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(start.getTime()))
    throw usageFault(`${day} is not a date. Use the form 2026-11-20.`);
  return new Date(start.getTime() + daysLater * 86_400_000).toISOString();
}

function list({ client, options }) {
  const { state, search, page: pageId, coupon: couponCode, from, to } = options;
  const period = { createdAfter: startOf(from, 0), createdBefore: startOf(to, 1) };
  const rows = client.list('/orders', { state, search, pageId, couponCode, ...period }, mostOf(options));
  return { rows, columns: COLUMNS, empty: 'No matching orders.' };
}

export const ORDERS = [
  {
    name: 'orders list',
    does: 'List orders, newest first',
    args: [],
    options: {
      state: ['STATE', 'pending, failed, paid, partly_refunded or refunded'],
      search: ['TEXT', 'Start of words in the name, email, or product, or the order number'],
      page: ['ID', 'Only orders of this page'],
      coupon: ['CODE', 'Only orders with this coupon'],
      from: ['DATE', 'First day (UTC), such as 2026-11-20'],
      to: ['DATE', 'Last day (UTC)'],
      ...LISTS,
    },
    run: list,
  },
];
