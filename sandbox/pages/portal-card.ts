import { html } from 'hono/html';
import { insertPaymentMethod, attachPaymentMethod } from '../api/payment-methods.ts';
import { collect } from '../billing/bill.ts';
import { makeDefaultMethod } from '../billing/cards-of.ts';
import { resumeSubscription } from '../billing/resume.ts';
import { changeState } from '../billing/subscription-state.ts';
import { cardByTag, type Decline } from '../cards.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { alert, nothing } from './layout.ts';
import { authenticationPage } from './authentication.ts';
import { cardFields, foldedCardTable } from './card-fields.ts';
import { priceText } from './plan-words.ts';
import {
  finish,
  isOver,
  merchantName,
  needFeature,
  note,
  ownSubscription,
  pageStep,
  subscriptionsOf,
  type Portal,
  type Step,
} from './portal-frame.ts';
import { invoiceAddress } from './portal-overview.ts';
import { cardText, owedInvoice, planText } from './portal-words.ts';
import {
  buyerOf,
  formMessage,
  holderOf,
  noHolder,
  readCardForm,
  type Holder,
  type HolderProblems,
} from './typed-card.ts';

type Method = Objects['payment_method'];

/** Returns why the bank refuses to save a card; some cards decline only later, when they are charged. */
const setUpDecline = (method: Method): Decline | null => {
  const played = cardByTag(method.hidden?.behaviour ?? '');
  const later = played?.tag === 'declines_when_charged' || played?.tag === 'authenticate_insufficient_funds';
  return later ? null : (played?.decline ?? null);
};

/** The form that adds or changes the saved card. */
export const cardPage = (portal: Portal, typed: Holder = noHolder, problems: HolderProblems = {}): Step => {
  needFeature(portal, 'payment_method_update');
  const body = html`<form class="sheet" method="post" action="${portal.base}/card" novalidate>
      ${alert(formMessage(problems))}
      <p class="soft">Your next payments go to this card. An open invoice is tried with it at once.</p>
      ${cardFields(typed, problems)}
      <button>Save card</button>
      ${portal.session.flow ? nothing : html`<a class="button quiet" href="${portal.base}">Back</a>`}
    </form>
    ${foldedCardTable()}`;
  const title = portal.customer.invoice_settings.default_payment_method ? 'Change your card' : 'Add a card';
  return pageStep(portal, title, body, Object.keys(problems).length > 0 ? 422 : 200);
};

/** Makes the card the default of the customer and of all their subscriptions. */
const keepMethod = (portal: Portal, id: string): Method => {
  const { call, customer } = portal;
  const { hidden } = call.books.get('payment_method', id);
  call.books.update('payment_method', id, {
    hidden: { behaviour: hidden?.behaviour ?? '', setUp: true },
  });
  const method = attachPaymentMethod(call, id, customer.id);
  makeDefaultMethod(call, customer.id, id);
  for (const subscription of subscriptionsOf(portal))
    if (!isOver(subscription)) changeState(call, subscription.id, { default_payment_method: id });
  return method;
};

const startPage = (portal: Portal, subscription: Objects['subscription']): Step => {
  const [item] = subscription.items.data;
  const body = html`<form class="sheet" method="post" action="${portal.base}/start/${subscription.id}">
    <p>
      Your <strong>${planText(portal.call, subscription)}</strong> plan is paused. Starting it charges
      ${item ? formatAmount((item.price.unit_amount ?? 0) * (item.quantity ?? 1), item.price.currency) : 'your card'}
      today, and then ${item ? priceText(item.price, item.quantity ?? 1) : 'each period'}.
    </p>
    <button>Start subscription</button>
    <a class="button quiet" href="${portal.base}/card">Use another card</a>
    <a class="button quiet" href="${portal.session.return_url ?? portal.base}">Not now</a>
  </form>`;
  return pageStep(portal, 'Start your plan again?', body);
};

export const askToStart = (portal: Portal, id: string): Step => {
  const subscription = ownSubscription(portal, id);
  return subscription.status === 'paused' ? startPage(portal, subscription) : { to: portal.base };
};

/** Resumes a paused plan; a failed payment leaves it paused and leads to its invoice. */
export const startPlan = (portal: Portal, id: string): Step => {
  const before = ownSubscription(portal, id);
  if (before.status !== 'paused') return finish(portal, 'started');
  const after = resumeSubscription(portal.call, id);
  if (after.status !== 'paused') return finish(portal, 'started');
  return { to: `${invoiceAddress(portal, after.hidden?.pendingInvoice ?? '')}&waits=1` };
};

/** Continues after a card is saved: collects the open invoice, or asks whether to start a paused plan. */
const afterCard = (portal: Portal, method: Method): Step => {
  const { call } = portal;
  for (const subscription of subscriptionsOf(portal).filter((one) => !isOver(one))) {
    const owed = owedInvoice(call, subscription);
    if (subscription.status === 'paused') return { to: `${portal.base}/start/${subscription.id}` };
    if (!owed) continue;
    const outcome = collect(call, owed.id, method.id);
    if (outcome === 'paid') return finish(portal, 'paid');
    if (outcome === 'requires_action') return { to: `${invoiceAddress(portal, owed.id)}&waits=1` };
    const amount = formatAmount(owed.amount_remaining, owed.currency);
    const whole = `The ${cardText(method)} is saved, but the payment of ${amount} was declined. Try another card.`;
    return { ...cardPage(portal, noHolder, { whole }), status: 402 } as Step;
  }
  return finish(portal, 'card');
};

/** Handles the card form. */
export const saveCard = (portal: Portal, fields: Record<string, string>, now: Date): Step => {
  needFeature(portal, 'payment_method_update');
  const buyer = buyerOf(fields, portal.customer.email ?? '');
  const { card, problems } = readCardForm(fields, buyer, now);
  if (!card) return cardPage(portal, holderOf(buyer), problems);
  const method = insertPaymentMethod(portal.call, card, buyer);
  if (cardByTag(card.tag)?.authenticate) {
    note(portal, { awaiting: method.id });
    return { to: `${portal.base}/card/3ds` };
  }
  return settleCard(portal, method);
};

const settleCard = (portal: Portal, method: Method): Step => {
  const decline = setUpDecline(method);
  if (decline === null) return afterCard(portal, keepMethod(portal, method.id));
  const { billing_details: details } = method;
  const holder = { ...noHolder, name: details.name ?? '', country: details.address?.country ?? '' };
  return cardPage(portal, holder, { whole: decline.message });
};

const awaited = ({ call, session }: Portal): Method | undefined =>
  call.books.find('payment_method', session.hidden?.awaiting ?? '');

/** The 3-D Secure page before a card is saved. */
export const cardQuestion = (portal: Portal): Step => {
  const method = awaited(portal);
  if (!method) return { to: `${portal.base}/card` };
  const question = html`The pretend bank wants to know whether it is really you who keeps the
    <strong>${cardText(method)}</strong> with <strong>${merchantName(portal.call)}</strong>.`;
  return { body: authenticationPage(`${portal.base}/card/3ds`, question), status: 200 };
};

export const answerCardQuestion = (portal: Portal, accepted: boolean): Step => {
  const method = awaited(portal);
  if (!method) return { to: `${portal.base}/card` };
  note(portal, { awaiting: null });
  if (accepted) return settleCard(portal, method);
  const whole = 'We are unable to authenticate your card. Choose a different one and try again.';
  return cardPage(portal, noHolder, { whole });
};
