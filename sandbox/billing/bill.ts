import type { Call } from '../call.ts';
import { captureIntent, failIntent } from '../charging.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { methodFor, obstacleOf } from './cards-of.ts';
import { fallBehind } from './dunning.ts';
import { draftOf, type BilledLine, type Draft } from './invoice-shape.ts';
import { finalize, settle } from './invoice-states.ts';
import { reductionOf } from './reductions.ts';
import { subscriptionOf } from './subscription-state.ts';

type Invoice = Objects['invoice'];
type Method = Objects['payment_method'];
export type { BilledLine } from './invoice-shape.ts';
export type Collected = 'paid' | 'declined' | 'requires_action' | 'no_method';
export type Bill = {
  reason: Draft['reason'];
  lines: BilledLine[];
  /** A discount for this invoice only. */
  discount?: string | undefined;
  /** `now`: finalized and charged at once. `later`: a draft for an hour. `open`: finalized without a charge. */
  collect: 'now' | 'later' | 'open';
};
/** `authenticated`: the cardholder has just passed 3-D Secure. `isRetry`: an automatic retry, off-session. */
type Presence = { authenticated?: boolean; again?: boolean };

const hour = 3600;
/** Decline codes after which the same card is not retried. */
const final = new Set([
  'authentication_required',
  'fraudulent',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
]);

const miss = (call: Call, before: Invoice, refused: string | null): Invoice => {
  const failed = call.books.update('invoice', before.id, {
    attempted: true,
    attempt_count: before.attempt_count + 1,
    hidden: { intent: null, payment: null, failedAt: null, ...before.hidden, refused },
  });
  const follows = failed.billing_reason === 'subscription_cycle' && failed.auto_advance === true;
  const invoice = follows ? fallBehind(call, failed.id) : failed;
  call.emit('invoice.payment_failed', invoice);
  return invoice;
};

/** Counts a try without charging, because this card was refused permanently. */
const passOver = (call: Call, before: Invoice): void => {
  call.books.update('invoice', before.id, { attempt_count: before.attempt_count + 1 });
  const invoice = fallBehind(call, before.id);
  if (call.books.get('invoice', before.id).status === 'open') call.emit('invoice.updated', invoice, before);
};

const askHolder = (call: Call, invoice: Invoice, method: Method): void => {
  const url = invoice.hosted_invoice_url ?? null;
  const intent = call.books.update('payment_intent', invoice.hidden?.intent ?? '', {
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: url, url } },
    payment_method: method.id,
  });
  call.emit('payment_intent.requires_action', intent);
};

const charge = (
  call: Call,
  invoice: Invoice,
  method: Method,
  { authenticated = false }: Presence,
): Collected => {
  const intent = call.books.get('payment_intent', invoice.hidden?.intent ?? '');
  const obstacle = obstacleOf(call, method, authenticated);
  if (obstacle === null) {
    captureIntent(call, intent, method);
    settle(call, invoice, method.id);
    return 'paid';
  }
  if (obstacle === 'authenticate') {
    askHolder(call, invoice, method);
    call.emit('invoice.payment_action_required', miss(call, invoice, method.id));
    return 'requires_action';
  }
  failIntent(call, intent, method, obstacle, true);
  const hard = final.has(obstacle.declineCode ?? obstacle.code);
  miss(call, invoice, hard ? method.id : null);
  return 'declined';
};

/** Tries once to collect an open invoice, by `methodId` or by the subscription's payment method. */
export const collect = (
  call: Call,
  invoiceId: string,
  methodId?: string,
  presence: Presence = {},
): Collected => {
  const invoice = call.books.get('invoice', invoiceId, 'invoice');
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw refusal(`This invoice can no longer be paid: its status is ${invoice.status}.`, {
      code: 'invoice_not_editable',
    });
  const subscription = subscriptionOf(call, invoice);
  const method =
    methodId === undefined
      ? subscription && methodFor(call, subscription)
      : call.books.get('payment_method', methodId, 'payment_method');
  if (method && presence.again && method.id === invoice.hidden?.refused) {
    passOver(call, invoice);
    return 'declined';
  }
  if (method) return charge(call, invoice, method, presence);
  miss(call, invoice, null);
  return 'no_method';
};

/** Creates a draft invoice of `lines`; `discount` replaces the subscription's own discounts. */
export const draftInvoice = (
  call: Call,
  subscription: Objects['subscription'],
  given: { reason: Bill['reason']; lines: BilledLine[]; discount?: string | undefined; due: number | null },
): Invoice => {
  const { reason, lines, due } = given;
  const discounts = given.discount === undefined ? subscription.discounts : [given.discount];
  const draft = draftOf(call, {
    id: newId('in_1', 23),
    subscription,
    reason,
    lines,
    reduction: reductionOf(call, discounts as string[], subscription.currency, lines),
    period: { start: Math.min(call.now, ...lines.map((line) => line.period.start)), end: call.now },
  });
  const invoice = call.books.insert('invoice', { ...draft, automatically_finalizes_at: due });
  call.books.update('subscription', subscription.id, { latest_invoice: invoice.id });
  call.emit('invoice.created', invoice);
  if (due !== null) call.alarm(due, 'invoice.finalize', invoice.id);
  return invoice;
};

/** Bills `lines`, reduced by the subscription's discounts. */
export const bill = (
  call: Call,
  subscriptionId: string,
  { reason, lines, collect: when, discount }: Bill,
): Invoice => {
  const subscription = call.books.get('subscription', subscriptionId);
  const due = when === 'later' ? call.now + hour : null;
  const { id } = draftInvoice(call, subscription, { reason, lines, discount, due });
  if (when === 'later') return call.books.get('invoice', id);
  const open = finalize(call, id);
  if (when === 'now' && open.status === 'open') collect(call, id);
  return call.books.get('invoice', id);
};
