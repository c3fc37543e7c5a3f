import { html } from 'hono/html';

import { cancelSubscription, setCancelAtPeriodEnd } from '../billing/cancel-subscription.ts';
import { findScheduledEnd } from '../billing/schedules.ts';
import { findPaymentMethod } from '../billing/subscription-payment-method.ts';
import { hasEnded, updateSubscription } from '../billing/subscription-state.ts';
import { formatAmount } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { attachPaymentMethod, insertPaymentMethod } from '../payments/payment-methods.ts';
import { findCardByTag, toCard } from '../payments/test-cards.ts';
import type { Markup } from './layout.ts';
import { actionButtons, dashboardPath, dateText, findAction, section, type ActionLabels } from './layout.ts';
import type { Fields } from './page-dependencies.ts';
import { priceText, findProductName } from './plan-text.ts';

type Subscription = Objects['subscription'];

const MAX_ROWS = 50;
const FAILING_CARD = 'declines_when_charged';
const GOOD_CARD = 'success';

const hasFailingCard = (call: CallContext, subscription: Subscription): boolean =>
  findPaymentMethod(call, subscription)?.hidden.behaviorTag === FAILING_CARD;

/** Changes the subscription's default card, as its buyer could; the new card is set up for later payments. */
const replaceCard = (call: CallContext, id: string, cardTag: string): void => {
  const testCard = findCardByTag(cardTag);
  const { customer: customerId } = call.repository.get('subscription', id, 'subscription');
  const customer = call.repository.get('customer', customerId);
  const buyer = { email: customer.email ?? '', name: customer.name ?? '', country: null, postcode: null };
  if (!testCard) return;
  const method = insertPaymentMethod(call, toCard(testCard, call.now), buyer);
  call.repository.updateHidden('payment_method', method.id, { setUp: true });
  attachPaymentMethod(call, method.id, customerId);
  updateSubscription(call, id, { default_payment_method: method.id });
};

const ACTIONS: Record<string, (call: CallContext, id: string) => unknown> = {
  cancel: (call, id) => cancelSubscription(call, id, 'cancellation_requested'),
  cancel_at_end: (call, id) => setCancelAtPeriodEnd(call, id, true),
  go_on: (call, id) => setCancelAtPeriodEnd(call, id, false),
  fail: (call, id) => replaceCard(call, id, FAILING_CARD),
  succeed: (call, id) => replaceCard(call, id, GOOD_CARD),
};

/** Returns the actions that the subscription allows now. */
const subscriptionActions = (call: CallContext, subscription: Subscription): ActionLabels => {
  if (hasEnded(subscription)) return {};
  return {
    ...(subscription.cancel_at === null ? { cancel_at_end: 'Cancel at period end' } : { go_on: 'Undo cancellation' }),
    cancel: 'Cancel immediately',
    ...(hasFailingCard(call, subscription) ? { succeed: 'Use a working card' } : { fail: 'Use a failing card' }),
  };
};

export const runSubscriptionAction = (call: CallContext, id: string, { act = '' }: Fields): void => {
  const run = findAction(ACTIONS, act);
  if (hasEnded(call.repository.get('subscription', id, 'subscription')))
    throw invalidRequest('This subscription has already ended.');
  run(call, id);
};

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

const nextDateText = (call: CallContext, subscription: Subscription): string => {
  const [item] = subscription.items.data;
  if (subscription.ended_at !== null) return `ended ${dateText(subscription.ended_at)}`;
  const end = subscription.cancel_at ?? findScheduledEnd(call, subscription);
  if (end !== null) return `ends ${dateText(end)}`;
  if (subscription.status === 'trialing' && subscription.trial_end !== null)
    return `trial until ${dateText(subscription.trial_end)}`;
  return item ? `until ${dateText(item.current_period_end)}` : '';
};

export const subscriptionsSection = (call: CallContext): Markup => {
  const rows = call.repository.list('subscription', {}, MAX_ROWS).map((subscription) => {
    const [item] = subscription.items.data;
    const action = `${dashboardPath(call.account)}/subscriptions/${subscription.id}`;
    const subject = `subscription of ${findEmail(call, subscription.customer)}`;
    return html`<tr id="${subscription.id}">
      <td>${findEmail(call, subscription.customer)}</td>
      <td>${item ? findProductName(call, item.price) : ''}</td>
      <td class="number">${item ? priceText(item.price, item.quantity ?? 1) : ''}</td>
      <td>${stateBadge(subscription.status)}</td>
      <td>${nextDateText(call, subscription)}</td>
      <td>${actionButtons(action, subject, subscriptionActions(call, subscription))}</td>
      <td><code>${subscription.id}</code></td>
    </tr>`;
  });
  return section(
    'Subscriptions',
    ['Customer', 'Product', 'Price', 'Status', 'Current period', 'Actions', 'ID'],
    rows,
    'No subscriptions yet.',
  );
};

export const invoicesSection = (call: CallContext): Markup => {
  const rows = call.repository.list('invoice', {}, MAX_ROWS).map(
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
  return section(
    'Invoices',
    ['Amount', 'Status', 'Billing reason', 'Customer', 'Created', 'Number'],
    rows,
    'No invoices yet.',
  );
};

export const customersSection = (call: CallContext): Markup => {
  const rows = call.repository.list('customer', {}, MAX_ROWS).map(
    (customer) =>
      html`<tr>
        <td>${customer.email}</td>
        <td>${customer.name}</td>
        <td><code>${customer.id}</code></td>
        <td>${dateText(customer.created)}</td>
      </tr>`,
  );
  return section('Customers', ['Email', 'Name', 'ID', 'Created'], rows, 'No customers yet.');
};
