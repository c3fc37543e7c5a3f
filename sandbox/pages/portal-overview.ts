import { html } from 'hono/html';

import { findPaymentMethod } from '../billing/subscription-payment-method.ts';
import { hasEnded } from '../billing/subscription-state.ts';
import { formatAmount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { alert, nothing, section, sheet } from './layout.ts';
import type { PageResult } from './page-dependencies.ts';
import {
  shortDateText,
  priceText,
  cardText,
  owesPayment,
  findOpenInvoice,
  describeScheduledChange,
  findPlanName,
  describeState,
} from './plan-text.ts';
import { hasFeature, pageResult, listSubscriptions, type Portal } from './portal-session.ts';
import { stateBadge } from './subscriptions-section.ts';

type Subscription = Objects['subscription'];

/** Messages of the overview after an action. */
const DONE_MESSAGES: Record<string, string> = {
  card: 'Your card was saved. Future payments will be charged to it.',
  paid: 'Your card was saved, and the open invoice was paid.',
  started: 'Your plan was resumed.',
  plan: 'Your plan was updated.',
  planned: 'Your plan will change at the end of the billing period.',
  change_canceled: 'The scheduled change was canceled. You’ll stay on your current plan.',
  canceled: 'Your plan was canceled.',
  undone: 'Your plan won’t be canceled.',
};

const doneMessage = (completedAction: string | undefined): Markup =>
  completedAction !== undefined && Object.hasOwn(DONE_MESSAGES, completedAction)
    ? html`<p class="news" role="status">${DONE_MESSAGES[completedAction]}</p>`
    : nothing;

const postButton = (portal: Portal, path: string, label: string): Markup =>
  html`<form method="post" action="${portal.basePath}/${path}">
    <button class="quiet">${label}</button>
  </form>`;

const linkButton = (portal: Portal, path: string, label: string, variant = 'quiet'): Markup =>
  html`<a class="button ${variant}" href="${portal.basePath}/${path}">${label}</a>`;

export const invoicePath = (portal: Portal, invoice: string): string =>
  `/sandbox/invoice/${invoice}?portal=${portal.session.id}`;

const cancelButton = (portal: Portal, subscription: Subscription): Markup => {
  if (!hasFeature(portal, 'subscription_cancel')) return nothing;
  return subscription.cancel_at === null
    ? linkButton(portal, `cancel/${subscription.id}`, 'Cancel plan')
    : postButton(portal, `undo/${subscription.id}`, 'Don’t cancel plan');
};

const payButton = (portal: Portal, subscription: Subscription): Markup => {
  const openInvoice = findOpenInvoice(portal.call, subscription);
  if (!openInvoice) return nothing;
  const label = `Pay ${formatAmount(openInvoice.amount_remaining, openInvoice.currency)}`;
  return html`<a class="button" href="${invoicePath(portal, openInvoice.id)}">${label}</a>`;
};

const startButton = (portal: Portal, subscription: Subscription): Markup => {
  if (subscription.status !== 'paused') return nothing;
  return findPaymentMethod(portal.call, subscription)
    ? linkButton(portal, `start/${subscription.id}`, 'Resume plan', '')
    : linkButton(portal, 'card', 'Add payment method to resume', '');
};

const describePendingUpdate = (call: CallContext, subscription: Subscription): string | undefined => {
  const pendingUpdate = subscription.pending_update;
  const price = pendingUpdate?.subscription_items?.[0]?.price;
  if (!pendingUpdate || !price) return undefined;
  const changedSubscription = {
    ...subscription,
    items: { ...subscription.items, data: pendingUpdate.subscription_items ?? [] },
  };
  return `The change to ${findPlanName(call, changedSubscription)} takes effect once its invoice is paid. It expires on ${shortDateText(pendingUpdate.expires_at)}.`;
};

const planSection = (portal: Portal, subscription: Subscription): Markup => {
  const { call } = portal;
  const [item] = subscription.items.data;
  const scheduledText = describeScheduledChange(call, subscription);
  const pendingUpdate = describePendingUpdate(call, subscription);
  const isActive = !hasEnded(subscription);
  return html`<section class="sheet">
    <div class="row">
      <h2>Current plan</h2>
      ${stateBadge(subscription.status)}
    </div>
    <div class="head">
      <p class="large">${findPlanName(call, subscription)}</p>
      ${item ? html`<p>${priceText(item.price, item.quantity ?? 1)}</p>` : nothing}
      <p class="soft">${describeState(call, subscription)}</p>
      ${pendingUpdate ? html`<p class="soft">${pendingUpdate}</p>` : nothing}
    </div>
    ${
      isActive
        ? html`<div class="keys">
            ${payButton(portal, subscription)}${startButton(portal, subscription)}
            ${hasFeature(portal, 'subscription_update') && !owesPayment(subscription) ? linkButton(portal, `plan/${subscription.id}`, 'Update plan') : nothing}
            ${scheduledText ? postButton(portal, `keep/${subscription.id}`, 'Cancel scheduled change') : nothing}
            ${cancelButton(portal, subscription)}
          </div>`
        : nothing
    }
  </section>`;
};

const cardSection = (portal: Portal): Markup => {
  if (!hasFeature(portal, 'payment_method_update')) return nothing;
  const id = portal.customer.invoice_settings.default_payment_method as string | null;
  const method = id === null ? undefined : portal.call.repository.find('payment_method', id);
  const card = method?.card;
  const text =
    method && card
      ? html`<p>
          ${cardText(method)}
          <span class="soft">· expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}</span>
        </p>`
      : html`<p class="soft">You haven’t added a payment method.</p>`;
  const button = linkButton(portal, 'card', method ? 'Update payment method' : 'Add payment method');
  return sheet(
    'Payment method',
    html`${text}
      <div class="keys">${button}</div>`,
  );
};

const invoicesSection = (portal: Portal): Markup => {
  if (!hasFeature(portal, 'invoice_history')) return nothing;
  const rows = portal.call.repository
    .list('invoice', { customer: portal.customer.id }, 50)
    .filter((invoice) => invoice.status !== 'draft')
    .map(
      (invoice) =>
        html`<tr>
          <td>
            <a href="${invoicePath(portal, invoice.id)}" aria-label="Invoice ${invoice.number}"
              >${shortDateText(invoice.created)}</a
            >
          </td>
          <td class="number">${formatAmount(invoice.total, invoice.currency)}</td>
          <td>${stateBadge(invoice.status)}</td>
          <td>${(invoice.lines.data.at(-1)?.description ?? '').replace(/^1 × /, '')}</td>
        </tr>`,
    );
  return section('Invoice history', ['Date', 'Amount', 'Status', 'Description'], rows, 'No invoices yet.');
};

const legalLinks = ({ configuration }: Portal): Markup => {
  const { terms_of_service_url: terms, privacy_policy_url: privacy } = configuration.business_profile;
  if (terms === null && privacy === null) return nothing;
  return html`<p class="soft small links">
    ${terms === null ? nothing : html`<a href="${terms}">Terms</a>`}
    ${privacy === null ? nothing : html`<a href="${privacy}">Privacy</a>`}
  </p>`;
};

/** The portal's overview: plan, card and invoices, with the message of `completedAction` or an error. */
export const portalOverviewPage = (portal: Portal, completedAction?: string, error?: string): PageResult => {
  const subscriptions = listSubscriptions(portal);
  return pageResult(
    portal,
    portal.configuration.business_profile.headline ?? 'Your plan and payments',
    html`${alert(error)}${doneMessage(completedAction)}
    ${
      subscriptions.length === 0
        ? sheet('Current plan', html`<p class="soft">You don’t have a plan.</p>`)
        : subscriptions.map((subscription) => planSection(portal, subscription))
    }
    ${cardSection(portal)}${invoicesSection(portal)}${legalLinks(portal)}`,
    error === undefined ? 200 : 422,
  );
};
