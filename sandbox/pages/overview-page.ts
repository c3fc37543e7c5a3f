import { html } from 'hono/html';

import type { CallContext } from '../core/call-context.ts';
import { whereProperty } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { cardTable } from './card-form.ts';
import { clockPanel } from './clock-pages.ts';
import { dashboardPath, nothing, page, section } from './layout.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { priceText, findProductName } from './plan-text.ts';
import { stateBadge } from './subscriptions-section.ts';

type Account = Objects['account'];
type Markup = ReturnType<typeof html>;
const MAX_ROWS = 20;

const describeState = (account: Account): string => {
  if (account.hidden?.deauthorized) return 'disconnected';
  if (account.charges_enabled) return 'can charge';
  return account.details_submitted ? 'restricted' : 'not finished';
};

const accountRow = (account: Account): Markup => {
  const name = account.business_profile?.name ?? account.email ?? account.id;
  const isDisconnected = account.hidden?.deauthorized;
  return html`<tr>
    <td>${isDisconnected ? name : html`<a href="${dashboardPath(account.id)}">${name}</a>`}</td>
    <td><code>${account.id}</code></td>
    <td><span class="mark">${describeState(account)}</span></td>
  </tr>`;
};

const customerRow = (call: CallContext, customer: Objects['customer']): Markup => {
  const [subscription] = call.repository.page('subscription', {
    limit: 1,
    where: whereProperty('customer', customer.id),
  }).data;
  const item = subscription?.items.data[0];
  return html`<tr>
    <td>${customer.email ?? customer.id}</td>
    <td>${item ? findProductName(call, item.price) : 'none'}</td>
    <td class="number">${item ? priceText(item.price, item.quantity ?? 1) : ''}</td>
    <td>${subscription ? stateBadge(subscription.status) : ''}</td>
  </tr>`;
};

/** The platform's customers, each with their newest subscription. */
const customersSection = (call: CallContext): Markup => {
  const { data } = call.repository.page('customer', { limit: MAX_ROWS });
  const rows = data.map((customer) => customerRow(call, customer));
  return html`${section('Who pays the platform', ['Customer', 'Plan', 'Price', 'State'], rows, 'Nobody yet.')}
    <p><a href="${dashboardPath('')}">Dashboard of the platform: payments, invoices, events</a></p>`;
};

const receiverSection = html`<section class="sheet">
  <h2>Programs of sellers</h2>
  <p>
    <a href="/sandbox/receiver">Receivers</a> take the webhooks of a shop, show them, and fail when you tell them to.
  </p>
</section>`;

/** The sandbox's overview page: clock, platform customers, accounts and test cards. */
export const overviewPage = (dependencies: PageDependencies): Markup => {
  const clockSection = clockPanel(dependencies);
  return dependencies.inTransaction('', (call) => {
    const accounts = call.platform.page('account', { limit: 100 }).data;
    const body = html`<div class="head">
        <h1>A pretend Stripe</h1>
        <p class="soft">It answers Stripe's API, hosts its pages and sends its events. Nothing here reaches a bank.</p>
      </div>
      ${clockSection} ${customersSection(call)} ${dependencies.hasReceiver ? receiverSection : nothing}
      ${section('Accounts', ['Name', 'Account', 'State'], accounts.map(accountRow), 'Nobody has connected yet.')}
      <section class="sheet">
        <h2>Test cards</h2>
        ${cardTable()}
      </section>
      <section class="sheet">
        <h2>Conditions</h2>
        <p>
          <a href="/sandbox/conditions">Change the conditions</a>: restricted keys, an unfinished platform profile, a
          clock that is wrong, rate limits.
        </p>
      </section>`;
    return page('Sandbox', body, 'wide');
  });
};
