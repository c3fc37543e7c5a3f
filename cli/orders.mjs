import { LISTS, mostOf } from './options.mjs';
import { moneyText } from './output.mjs';

const COLUMNS = [
  ['NUMBER', ({ number }) => number],
  ['DATE', ({ createdAt }) => createdAt.slice(0, 10)],
  ['STATE', ({ state, dispute }) => (dispute ? `${state}, dispute ${dispute}` : state)],
  ['TOTAL', ({ amounts, currency }) => moneyText(amounts.total, currency)],
  ['NET', ({ amounts: { received, refunded, lost }, currency }) => moneyText(received - refunded - lost, currency)],
  ['PRODUCT', ({ product }) => product.name],
  ['BUYER', ({ buyer }) => buyer.email ?? buyer.name],
  ['ID', ({ id }) => id],
];

function list({ client, options }) {
  const { state, search, page: pageId, coupon, from, to } = options;
  const rows = client.list('/orders', { state, search, pageId, coupon, from, to }, mostOf(options));
  return { rows, columns: COLUMNS, empty: 'No matching orders.' };
}

export const ORDERS = [
  {
    name: 'orders list',
    does: 'List orders, newest first',
    args: [],
    options: {
      state: ['STATE', 'pending, failed, paid, refunded, or disputed'],
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
