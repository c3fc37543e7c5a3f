import { html } from 'hono/html';
import type { CallContext } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { actionButtons } from './act-keys.ts';
import { dashboardPath } from './addresses.ts';
import { dateText, section } from './layout.ts';
import { priceText, findProductName } from './plan-words.ts';
import { subscriptionActions } from './subscription-acts.ts';

type Markup = ReturnType<typeof html>;
type Subscription = Objects['subscription'];
const MAX_ROWS = 50;

const findEmail = (call: CallContext, customer: unknown): string =>
  call.repository.find('customer', String(customer))?.email ?? String(customer);

const POSITIVE_STATES = new Set(['active', 'trialing', 'paid', 'won']);
const NEGATIVE_STATES = new Set(
  'past_due unpaid incomplete open uncollectible needs_response warning_needs_response lost'.split(' '),
);

export const stateBadge = (state: string | null): Markup => {
  const variant = POSITIVE_STATES.has(state ?? '') ? 'good' : NEGATIVE_STATES.has(state ?? '') ? 'bad' : '';
  return html`<span class="mark ${variant}">${(state ?? 'unknown').replaceAll('_', ' ')}</span>`;
};

const nextDateText = (subscription: Subscription): string => {
  const [item] = subscription.items.data;
  if (subscription.ended_at !== null) return `ended ${dateText(subscription.ended_at)}`;
  if (subscription.cancel_at !== null) return `ends ${dateText(subscription.cancel_at)}`;
  if (subscription.status === 'trialing' && subscription.trial_end !== null)
    return `trial until ${dateText(subscription.trial_end)}`;
  return item ? `until ${dateText(item.current_period_end)}` : '';
};

export const subscriptionsSection = (call: CallContext): Markup => {
  const rows = call.repository.page('subscription', { limit: MAX_ROWS }).data.map((subscription) => {
    const [item] = subscription.items.data;
    const action = `${dashboardPath(call.account)}/subscriptions/${subscription.id}`;
    const subject = `subscription of ${findEmail(call, subscription.customer)}`;
    return html`<tr id="${subscription.id}">
      <td>${findEmail(call, subscription.customer)}</td>
      <td>${item ? findProductName(call, item.price) : ''}</td>
      <td class="number">${item ? priceText(item.price, item.quantity ?? 1) : ''}</td>
      <td>${stateBadge(subscription.status)}</td>
      <td>${nextDateText(subscription)}</td>
      <td>${actionButtons(action, subject, subscriptionActions(call, subscription))}</td>
      <td><code>${subscription.id}</code></td>
    </tr>`;
  });
  return section('Subscriptions', ['Customer', 'Product', 'Price', 'State', 'Runs', 'Do', 'Id'], rows);
};

export const invoicesSection = (call: CallContext): Markup => {
  const rows = call.repository.page('invoice', { limit: MAX_ROWS }).data.map(
    (invoice) =>
      html`<tr>
        <td class="number">${formatAmount(invoice.total, invoice.currency)}</td>
        <td>${stateBadge(invoice.status)}</td>
        <td>${(invoice.billing_reason ?? '').replaceAll('_', ' ')}</td>
        <td>${invoice.customer_email}</td>
        <td>${dateText(invoice.created)}</td>
        <td><a href="/sandbox/invoice/${invoice.id}">${invoice.number ?? 'Draft'}</a></td>
      </tr>`,
  );
  return section('Invoices', ['Amount', 'State', 'For', 'Customer', 'Time', 'Number'], rows);
};

export const customersSection = (call: CallContext): Markup => {
  const rows = call.repository.page('customer', { limit: MAX_ROWS }).data.map(
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
