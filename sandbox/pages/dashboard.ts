import { Hono } from 'hono';
import { html } from 'hono/html';
import { connectedAccount, disconnectAccount } from '../connected-accounts.ts';
import { balanceOf } from '../api/balance-transactions.ts';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Desk } from './desk.ts';
import { deliveriesSection, resendEvent } from './deliveries.ts';
import { dateText, page, section } from './layout.ts';

type Markup = ReturnType<typeof html>;
const shown = 50;

const balance = (call: Call): Markup => {
  const { available, pending } = balanceOf(call);
  const figure = (sums: Map<string, number>, word: string): Markup[] =>
    [...sums].map(
      ([currency, amount]) =>
        html`<div><strong>${formatAmount(amount, currency)}</strong><span class="soft">${word}</span></div>`,
    );
  const figures = [...figure(available, 'available'), ...figure(pending, 'on its way')];
  return html`<section class="sheet">
    <h2>Balance</h2>
    ${figures.length === 0 ? html`<p class="soft">Nothing yet.</p>` : html`<div class="figures">${figures}</div>`}
  </section>`;
};

const payments = (call: Call): Markup => {
  const rows = call.books.page('charge', { limit: shown }).data.map(
    (charge) =>
      html`<tr>
        <td class="number">${formatAmount(charge.amount, charge.currency)}</td>
        <td>
          <span class="mark ${charge.paid ? 'good' : 'bad'}"
            >${charge.paid ? 'succeeded' : (charge.failure_code ?? 'failed')}</span
          >
        </td>
        <td>${charge.description ?? ''}</td>
        <td>${charge.billing_details.email}</td>
        <td>${dateText(charge.created)}</td>
      </tr>`,
  );
  return section('Payments', ['Amount', 'State', 'Description', 'Buyer', 'Time'], rows);
};

const customers = (call: Call): Markup => {
  const rows = call.books.page('customer', { limit: shown }).data.map(
    (customer) =>
      html`<tr>
        <td>${customer.email}</td>
        <td>${customer.name}</td>
        <td><code>${customer.id}</code></td>
        <td>${dateText(customer.created)}</td>
      </tr>`,
  );
  return section('Customers', ['E-mail', 'Name', 'Id', 'Since'], rows);
};

const subscriptions = (call: Call): Markup => {
  const rows = call.books.page('subscription', { limit: shown }).data.map((subscription) => {
    const [item] = subscription.items.data;
    const price = item
      ? `${formatAmount(item.price.unit_amount ?? 0, item.price.currency)} per ${item.price.recurring?.interval}`
      : '';
    return html`<tr>
      <td class="number">${price}</td>
      <td><span class="mark">${subscription.status}</span></td>
      <td><code>${subscription.id}</code></td>
      <td>${item ? dateText(item.current_period_end) : ''}</td>
    </tr>`;
  });
  return section('Subscriptions', ['Price', 'State', 'Id', 'Period ends'], rows);
};

const dashboard = (call: Call, id: string): Markup => {
  const account = connectedAccount(call, id);
  return page(
    account.business_profile?.name ?? 'Dashboard',
    html`<div class="head">
        <p><a href="/sandbox">All accounts</a></p>
        <h1>${account.business_profile?.name ?? 'Unnamed account'}</h1>
        <p class="soft"><code>${id}</code> · ${account.email ?? 'no e-mail'} · ${account.country}</p>
      </div>
      ${balance(call)}${payments(call)}${subscriptions(call)}${customers(call)}${deliveriesSection(call)}
      <section class="sheet">
        <h2>Danger zone</h2>
        <p>The platform loses access to this account at once. It learns so from one last event.</p>
        <form method="post" action="/sandbox/dashboard/${id}/disconnect">
          <button class="danger">Disconnect from platform</button>
        </form>
      </section>`,
    'wide',
  );
};

/** The seller's side of an account. */
export const dashboardPages = (desk: Desk): Hono => {
  const app = new Hono();
  app.get('/:account', (c) => {
    const id = c.req.param('account');
    return c.html(desk.act(id, (call) => dashboard(call, id)));
  });
  app.post('/:account/disconnect', (c) => {
    desk.act('', (call) => disconnectAccount(call, c.req.param('account')));
    return c.redirect('/sandbox', 303);
  });
  app.post('/:account/events/:event/resend', (c) => {
    const id = c.req.param('account');
    desk.act(id, (call) => resendEvent(call, c.req.param('event')));
    return c.redirect(`/sandbox/dashboard/${id}#events`, 303);
  });
  return app;
};
