import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { dashboardAddress } from './addresses.ts';
import { cardTable } from './card-table.ts';
import { clockPanel } from './clock-panel.ts';
import type { Desk } from './desk.ts';
import { nothing, page, section } from './layout.ts';
import { priceText, productName } from './plan-words.ts';
import { stateMark } from './subscribers.ts';

type Account = Objects['account'];
type Markup = ReturnType<typeof html>;
const shown = 20;

const stateOf = (account: Account): string => {
  if (account.hidden?.deauthorized) return 'disconnected';
  if (account.charges_enabled) return 'can charge';
  return account.details_submitted ? 'restricted' : 'not finished';
};

const row = (account: Account): Markup => {
  const name = account.business_profile?.name ?? account.email ?? account.id;
  const gone = account.hidden?.deauthorized;
  return html`<tr>
    <td>${gone ? name : html`<a href="${dashboardAddress(account.id)}">${name}</a>`}</td>
    <td><code>${account.id}</code></td>
    <td><span class="mark">${stateOf(account)}</span></td>
  </tr>`;
};

const payerRow = (call: Call, customer: Objects['customer']): Markup => {
  const [subscription] = call.books.page('subscription', {
    limit: 1,
    where: where('customer', customer.id),
  }).data;
  const item = subscription?.items.data[0];
  return html`<tr>
    <td>${customer.email ?? customer.id}</td>
    <td>${item ? productName(call, item.price) : 'none'}</td>
    <td class="number">${item ? priceText(item.price, item.quantity ?? 1) : ''}</td>
    <td>${subscription ? stateMark(subscription.status) : ''}</td>
  </tr>`;
};

/** The platform's customers, each with their newest subscription. */
const payers = (call: Call): Markup => {
  const { data } = call.books.page('customer', { limit: shown });
  const rows = data.map((customer) => payerRow(call, customer));
  return html`${section('Who pays the platform', ['Customer', 'Plan', 'Price', 'State'], rows, 'Nobody yet.')}
    <p><a href="${dashboardAddress('')}">Dashboard of the platform: payments, invoices, events</a></p>`;
};

const receiver = html`<section class="sheet">
  <h2>Programs of sellers</h2>
  <p>
    <a href="/sandbox/receiver">Receivers</a> take the webhooks of a shop, show them, and fail when you tell
    them to.
  </p>
</section>`;

/** The sandbox's overview page: clock, platform customers, accounts and test cards. */
export const overviewPage = (desk: Desk): Markup => {
  const clock = clockPanel(desk);
  return desk.act('', (call) => {
    const accounts = call.platform.page('account', { limit: 100 }).data;
    const body = html`<div class="head">
        <h1>A pretend Stripe</h1>
        <p class="soft">
          It answers Stripe's API, hosts its pages and sends its events. Nothing here reaches a bank.
        </p>
      </div>
      ${clock} ${payers(call)} ${desk.receiver ? receiver : nothing}
      ${section('Accounts', ['Name', 'Account', 'State'], accounts.map(row), 'Nobody has connected yet.')}
      <section class="sheet">
        <h2>Test cards</h2>
        ${cardTable()}
      </section>
      <section class="sheet">
        <h2>Conditions</h2>
        <p>
          <a href="/sandbox/conditions">Change the conditions</a>: restricted keys, an unfinished platform
          profile, a clock that is wrong, rate limits.
        </p>
      </section>`;
    return page('Sandbox', body, 'wide');
  });
};
