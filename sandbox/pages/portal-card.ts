import { html } from 'hono/html';

import { collectInvoice } from '../billing/bill-subscription.ts';
import { resumeSubscription } from '../billing/change-subscription.ts';
import { hasEnded, updateSubscription } from '../billing/subscription-state.ts';
import { formatAmount } from '../core/amounts.ts';
import type { Objects } from '../core/objects.ts';
import { attachPaymentMethod, insertPaymentMethod, setDefaultMethod } from '../payments/payment-methods.ts';
import { findCardByTag, findSetUpDecline } from '../payments/test-cards.ts';
import {
  cardFields,
  collapsedCardTable,
  readBuyer,
  formMessage,
  toHolder,
  EMPTY_HOLDER,
  readCardForm,
  type Holder,
  type HolderErrors,
} from './card-form.ts';
import { alert, nothing, authenticationPage } from './layout.ts';
import type { PageResult } from './page-dependencies.ts';
import { priceText, cardText, findOpenInvoice, findPlanName } from './plan-text.ts';
import { invoicePath } from './portal-overview.ts';
import {
  finishAction,
  getMerchantName,
  requireFeature,
  updateHidden,
  getOwnSubscription,
  pageResult,
  listSubscriptions,
  type Portal,
} from './portal-session.ts';

type PaymentMethod = Objects['payment_method'];

/** The form that adds or changes the saved card. */
export const cardPage = (portal: Portal, values: Holder = EMPTY_HOLDER, errors: HolderErrors = {}): PageResult => {
  requireFeature(portal, 'payment_method_update');
  const body = html`<form class="sheet" method="post" action="${portal.basePath}/card" novalidate>
      ${alert(formMessage(errors))}
      <p class="soft">Future payments will be charged to this card. An open invoice is charged right away.</p>
      ${cardFields(values, errors)}
      <button>Save card</button>
      ${portal.session.flow ? nothing : html`<a class="button quiet" href="${portal.basePath}">Back</a>`}
    </form>
    ${collapsedCardTable()}`;
  const title = portal.customer.invoice_settings.default_payment_method
    ? 'Update payment method'
    : 'Add payment method';
  return pageResult(portal, title, body, Object.keys(errors).length > 0 ? 422 : 200);
};

/** Makes the card the default of the customer and of all their subscriptions. */
const saveMethod = (portal: Portal, id: string): PaymentMethod => {
  const { call, customer } = portal;
  call.repository.updateHidden('payment_method', id, { setUp: true });
  const method = attachPaymentMethod(call, id, customer.id);
  setDefaultMethod(call, customer.id, id);
  for (const subscription of listSubscriptions(portal))
    if (!hasEnded(subscription)) updateSubscription(call, subscription.id, { default_payment_method: id });
  return method;
};

const startPage = (portal: Portal, subscription: Objects['subscription']): PageResult => {
  const [item] = subscription.items.data;
  const body = html`<form class="sheet" method="post" action="${portal.basePath}/start/${subscription.id}">
    <p>
      Your <strong>${findPlanName(portal.call, subscription)}</strong> plan is paused. Resuming it charges
      ${item ? formatAmount((item.price.unit_amount ?? 0) * (item.quantity ?? 1), item.price.currency) : 'your card'}
      today, then ${item ? priceText(item.price, item.quantity ?? 1) : 'each period'}.
    </p>
    <button>Resume plan</button>
    <a class="button quiet" href="${portal.basePath}/card">Use a different card</a>
    <a class="button quiet" href="${portal.session.return_url ?? portal.basePath}">Not now</a>
  </form>`;
  return pageResult(portal, 'Resume your plan?', body);
};

export const confirmStart = (portal: Portal, id: string): PageResult => {
  const subscription = getOwnSubscription(portal, id);
  return subscription.status === 'paused' ? startPage(portal, subscription) : { to: portal.basePath };
};

/** Resumes a paused plan; a failed payment leaves it paused and leads to its invoice. */
export const startPlan = (portal: Portal, id: string): PageResult => {
  const before = getOwnSubscription(portal, id);
  if (before.status !== 'paused') return finishAction(portal, 'started');
  const after = resumeSubscription(portal.call, id);
  if (after.status !== 'paused') return finishAction(portal, 'started');
  return { to: `${invoicePath(portal, after.hidden.pendingInvoice ?? '')}&waits=1` };
};

/** Continues after a card is saved: collects the open invoice, or asks whether to start a paused plan. */
const continueAfterSave = (portal: Portal, method: PaymentMethod): PageResult => {
  const { call } = portal;
  for (const subscription of listSubscriptions(portal).filter((candidate) => !hasEnded(candidate))) {
    const openInvoice = findOpenInvoice(call, subscription);
    if (subscription.status === 'paused') return { to: `${portal.basePath}/start/${subscription.id}` };
    if (!openInvoice) continue;
    const result = collectInvoice(call, openInvoice.id, method.id);
    if (result === 'paid') return finishAction(portal, 'paid');
    if (result === 'requires_action') return { to: `${invoicePath(portal, openInvoice.id)}&waits=1` };
    const amount = formatAmount(openInvoice.amount_remaining, openInvoice.currency);
    const formError = `Your card (${cardText(method)}) was saved, but the payment of ${amount} was declined. Try a different card.`;
    return { ...cardPage(portal, EMPTY_HOLDER, { formError }), status: 402 };
  }
  return finishAction(portal, 'card');
};

export const saveCard = (portal: Portal, fields: Record<string, string>, now: Date): PageResult => {
  requireFeature(portal, 'payment_method_update');
  const buyer = readBuyer(fields, portal.customer.email ?? '');
  const { card, errors } = readCardForm(fields, buyer, now);
  if (!card) return cardPage(portal, toHolder(buyer), errors);
  const method = insertPaymentMethod(portal.call, card, buyer);
  if (findCardByTag(card.tag)?.requiresAuthentication) {
    updateHidden(portal, { awaiting: method.id });
    return { to: `${portal.basePath}/card/3ds` };
  }
  return verifyAndSave(portal, method);
};

const verifyAndSave = (portal: Portal, method: PaymentMethod): PageResult => {
  const decline = findSetUpDecline(method.hidden.behaviorTag);
  if (decline === null) return continueAfterSave(portal, saveMethod(portal, method.id));
  const { billing_details: details } = method;
  const holder = { ...EMPTY_HOLDER, name: details.name ?? '', country: details.address?.country ?? '' };
  return cardPage(portal, holder, { formError: decline.message });
};

const findPendingMethod = ({ call, session }: Portal): PaymentMethod | undefined =>
  call.repository.find('payment_method', session.hidden.awaiting ?? '');

/** The 3D Secure page before a card is saved. */
export const cardAuthenticationPage = (portal: Portal): PageResult => {
  const method = findPendingMethod(portal);
  if (!method) return { to: `${portal.basePath}/card` };
  const question = html`save <strong>${cardText(method)}</strong> with
    <strong>${getMerchantName(portal.call)}</strong>`;
  return { body: authenticationPage(`${portal.basePath}/card/3ds`, question) };
};

export const handleCardAuthentication = (portal: Portal, accepted: boolean): PageResult => {
  const method = findPendingMethod(portal);
  if (!method) return { to: `${portal.basePath}/card` };
  updateHidden(portal, { awaiting: null });
  if (accepted) return verifyAndSave(portal, method);
  const formError =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  return cardPage(portal, EMPTY_HOLDER, { formError });
};
