import { LISTS, mostOf } from './options.mjs';
import { moneyText } from './output.mjs';

const COLUMNS = [
  ['EMAIL', ({ email }) => email],
  ['NAME', ({ name }) => name],
  ['COUNTRY', ({ country }) => country],
  ['ORDERS', ({ orderCount }) => orderCount],
  ['SUBSCRIPTIONS', ({ activeSubscriptionCount }) => activeSubscriptionCount],
  ['SPENT', ({ totals }) => totals.map(({ net, currency }) => moneyText(net, currency)).join(', ')],
  ['FIRST', ({ firstOrderAt }) => firstOrderAt.slice(0, 10)],
  ['LATEST', ({ lastOrderAt }) => lastOrderAt.slice(0, 10)],
  ['ID', ({ id }) => id],
];

function list({ client, options }) {
  const rows = client.list('/customers', { search: options.search }, mostOf(options));
  return { rows, columns: COLUMNS, empty: 'No matching customers.' };
}

export const CUSTOMERS = [
  {
    name: 'customers list',
    does: 'List customers, newest first',
    args: [],
    options: { search: ['TEXT', 'Parts of the email address or name'], ...LISTS },
    run: list,
  },
];
