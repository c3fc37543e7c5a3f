import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { actKeys } from './act-keys.ts';
import { dashboardAddress } from './addresses.ts';
import { dateText, section } from './layout.ts';
import { priceText, productName } from './plan-words.ts';
import { subscriptionActs } from './subscription-acts.ts';

type Markup = ReturnType<typeof html>;
type Subscription = Objects['subscription'];
const shown = 50;

const emailOf = (call: Call, customer: unknown): string =>
  call.books.find('customer', String(customer))?.email ?? String(customer);

const good = new Set(['active', 'trialing', 'paid', 'won']);
const bad = new Set(
  'past_due unpaid incomplete open uncollectible needs_response warning_needs_response lost'.split(' '),
);

export const stateMark = (state: string | null): Markup => {
  const tone = good.has(state ?? '') ? 'good' : bad.has(state ?? '') ? 'bad' : '';
  return html`<span class="mark ${tone}">${(state ?? 'unknown').replaceAll('_', ' ')}</span>`;
};

const next = (subscription: Subscription): string => {
  const [item] = subscription.items.data;
  if (subscription.ended_at !== null) return `ended ${dateText(subscription.ended_at)}`;
  if (subscription.cancel_at !== null) return `ends ${dateText(subscription.cancel_at)}`;
  if (subscription.status === 'trialing' && subscription.trial_end !== null)
    return `trial until ${dateText(subscription.trial_end)}`;
  return item ? `until ${dateText(item.current_period_end)}` : '';
};

export const subscriptionsSection = (call: Call): Markup => {
  const rows = call.books.page('subscription', { limit: shown }).data.map((subscription) => {
    const [item] = subscription.items.data;
    const action = `${dashboardAddress(call.account)}/subscriptions/${subscription.id}`;
    const about = `subscription of ${emailOf(call, subscription.customer)}`;
    return html`<tr id="${subscription.id}">
      <td>${emailOf(call, subscription.customer)}</td>
      <td>${item ? productName(call, item.price) : ''}</td>
      <td class="number">${item ? priceText(item.price, item.quantity ?? 1) : ''}</td>
      <td>${stateMark(subscription.status)}</td>
      <td>${next(subscription)}</td>
      <td>${actKeys(action, about, subscriptionActs(call, subscription))}</td>
      <td><code>${subscription.id}</code></td>
    </tr>`;
  });
  return section('Subscriptions', ['Customer', 'Product', 'Price', 'State', 'Runs', 'Do', 'Id'], rows);
};

export const invoicesSection = (call: Call): Markup => {
  const rows = call.books.page('invoice', { limit: shown }).data.map(
    (invoice) =>
      html`<tr>
        <td class="number">${formatAmount(invoice.total, invoice.currency)}</td>
        <td>${stateMark(invoice.status)}</td>
        <td>${(invoice.billing_reason ?? '').replaceAll('_', ' ')}</td>
        <td>${invoice.customer_email}</td>
        <td>${dateText(invoice.created)}</td>
        <td><a href="/sandbox/invoice/${invoice.id}">${invoice.number ?? 'Draft'}</a></td>
      </tr>`,
  );
  return section('Invoices', ['Amount', 'State', 'For', 'Customer', 'Time', 'Number'], rows);
};

export const customersSection = (call: Call): Markup => {
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
