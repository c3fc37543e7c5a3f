import { invalidRequest, cardError, type ApiError } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { captureIntent, failIntent, requireAuthentication } from '../payments/charges.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { findReduction } from './discounts.ts';
import { buildDraftInvoice, type BilledLine, type Draft } from './invoice-object.ts';
import { finalizeInvoice, markInvoicePaid } from './invoice-states.ts';
import { findPaymentMethod, findChargeRejection } from './subscription-payment-method.ts';
import { findSubscription, updateSubscription } from './subscription-state.ts';

type Invoice = Objects['invoice'];
type PaymentMethod = Objects['payment_method'];

const DAY_S = 24 * 3600;
/** Delays of the retries, counted from the first failure. */
const RETRY_DELAYS_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S, 9 * DAY_S];

const markUncollectible = (call: CallContext, invoice: Invoice): void => {
  const change = {
    status: 'uncollectible',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: call.now },
  } as const;
  call.update('invoice', invoice.id, change, 'invoice.marked_uncollectible');
  const subscription = findSubscription(call, invoice);
  if (subscription && subscription.status !== 'canceled') cancelSubscription(call, subscription.id, 'payment_failed');
};

/**
 * Handles a failed payment of a running period: marks the subscription past_due, schedules a retry, and cancels the
 * subscription after the last one. At Stripe an account setting chooses between canceled, past_due and unpaid.
 */
const handleFailedPayment = (call: CallContext, invoiceId: string): Invoice => {
  const before = call.repository.get('invoice', invoiceId);
  const failedAt = before.hidden.failedAt ?? call.now;
  const nextRetry = RETRY_DELAYS_S.map((delay) => failedAt + delay).find((retryAt) => retryAt > call.now);
  const after = call.repository.update('invoice', invoiceId, {
    next_payment_attempt: nextRetry ?? null,
    hidden: { ...before.hidden, failedAt },
  });
  const subscription = findSubscription(call, after);
  if (subscription?.status === 'active' || subscription?.status === 'trialing')
    updateSubscription(call, subscription.id, { status: 'past_due' });
  if (nextRetry === undefined) markUncollectible(call, after);
  else call.schedule(nextRetry, 'invoice.retry', invoiceId);
  return after;
};

const ACTION_REQUIRED_MESSAGE =
  'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the {owner}.';

/** Builds the card error of a failed invoice payment. A call that returns it instead of throwing keeps its writes. */
export const paymentFailed = (call: CallContext, invoice: Invoice, owner: 'invoice' | 'subscription'): ApiError => {
  const intent = call.repository.get('payment_intent', invoice.hidden.intent ?? '');
  const error = intent.last_payment_error;
  const commonFields = { payment_intent: { id: intent.id, object: intent.object, status: intent.status } };
  if (intent.status === 'requires_action' || !error)
    return cardError(ACTION_REQUIRED_MESSAGE.replace('{owner}', owner), {
      code: `${owner}_payment_intent_requires_action`,
      ...commonFields,
    });
  return cardError(error.message ?? '', {
    code: error.code ?? 'card_declined',
    ...(error.decline_code && { decline_code: error.decline_code }),
    ...(error.charge && { charge: error.charge }),
    ...commonFields,
  });
};

export type { BilledLine } from './invoice-object.ts';
export type CollectionResult = 'paid' | 'declined' | 'requires_action' | 'no_method';
type DraftInput = {
  reason: Draft['reason'];
  lines: BilledLine[];
  /** A discount for this invoice only; it replaces the subscription's own discounts. */
  discount?: string;
};
type BillInput = DraftInput & {
  /** `now`: finalized and charged at once. `later`: a draft for an hour. `open`: finalized without a charge. */
  collection: 'now' | 'later' | 'open';
};
/** `authenticated`: the cardholder has just passed 3D Secure. `isRetry`: an automatic retry, off-session. */
type CollectionOptions = { authenticated?: boolean; isRetry?: boolean };

const HOUR_S = 3600;
/** Decline codes after which the same card is not retried. */
const FINAL_DECLINE_CODES = new Set([
  'authentication_required',
  'fraudulent',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
]);

const recordFailure = (call: CallContext, before: Invoice, refusedMethod: string | null): Invoice => {
  const failedInvoice = call.repository.update('invoice', before.id, {
    attempted: true,
    attempt_count: before.attempt_count + 1,
    hidden: { ...before.hidden, refused: refusedMethod },
  });
  const isRenewal = failedInvoice.billing_reason === 'subscription_cycle' && failedInvoice.auto_advance === true;
  const invoice = isRenewal ? handleFailedPayment(call, failedInvoice.id) : failedInvoice;
  call.emit('invoice.payment_failed', invoice);
  return invoice;
};

/** Counts a try without charging, because this card was refused permanently. */
const skipCharge = (call: CallContext, before: Invoice): void => {
  call.repository.update('invoice', before.id, { attempt_count: before.attempt_count + 1 });
  const invoice = handleFailedPayment(call, before.id);
  if (call.repository.get('invoice', before.id).status === 'open') call.emit('invoice.updated', invoice, before);
};

const chargeInvoice = (
  call: CallContext,
  invoice: Invoice,
  method: PaymentMethod,
  { authenticated = false }: CollectionOptions,
): CollectionResult => {
  const intent = call.repository.get('payment_intent', invoice.hidden.intent ?? '');
  const rejection = findChargeRejection(call, method, authenticated);
  if (rejection === null) {
    captureIntent(call, intent, method);
    markInvoicePaid(call, invoice, method.id);
    return 'paid';
  }
  if (rejection === 'authenticate') {
    const url = invoice.hosted_invoice_url ?? null;
    requireAuthentication(call, intent.id, method, { return_url: url, url });
    call.emit('invoice.payment_action_required', recordFailure(call, invoice, method.id));
    return 'requires_action';
  }
  failIntent(call, intent, method, rejection, true);
  const isFinal = FINAL_DECLINE_CODES.has(rejection.declineCode ?? rejection.code);
  recordFailure(call, invoice, isFinal ? method.id : null);
  return 'declined';
};

/** Tries once to collect an open invoice, by `methodId` or by the subscription's payment method. */
export const collectInvoice = (
  call: CallContext,
  invoiceId: string,
  methodId?: string,
  options: CollectionOptions = {},
): CollectionResult => {
  const invoice = call.repository.get('invoice', invoiceId, 'invoice');
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(`This invoice can no longer be paid: its status is ${invoice.status}.`, {
      code: 'invoice_not_editable',
    });
  const subscription = findSubscription(call, invoice);
  const method =
    methodId === undefined
      ? subscription && findPaymentMethod(call, subscription)
      : call.repository.get('payment_method', methodId, 'payment_method');
  if (method && options.isRetry && method.id === invoice.hidden.refused) {
    skipCharge(call, invoice);
    return 'declined';
  }
  if (method) return chargeInvoice(call, invoice, method, options);
  recordFailure(call, invoice, null);
  return 'no_method';
};

/** Creates a draft invoice of `lines`, which is finalized at `finalizeAt` or by its caller. */
export const createDraftInvoice = (
  call: CallContext,
  subscription: Objects['subscription'],
  { reason, lines, discount }: DraftInput,
  finalizeAt: number | null = null,
): Invoice => {
  const discounts = discount === undefined ? subscription.discounts : [discount];
  const reduction = findReduction(call, discounts as string[], subscription.currency, lines);
  const draft = buildDraftInvoice(call, { id: newId('in_1', 23), subscription, reason, lines, reduction });
  call.repository.update('subscription', subscription.id, { latest_invoice: draft.id });
  const invoice = call.insert('invoice', { ...draft, automatically_finalizes_at: finalizeAt }, 'invoice.created');
  if (finalizeAt !== null) call.schedule(finalizeAt, 'invoice.finalize', invoice.id);
  return invoice;
};

/** Bills `lines`, reduced by the subscription's discounts. */
export const billSubscription = (
  call: CallContext,
  subscriptionId: string,
  { collection, ...input }: BillInput,
): Invoice => {
  const subscription = call.repository.get('subscription', subscriptionId);
  const finalizeAt = collection === 'later' ? call.now + HOUR_S : null;
  const { id } = createDraftInvoice(call, subscription, input, finalizeAt);
  if (collection === 'later') return call.repository.get('invoice', id);
  const openInvoice = finalizeInvoice(call, id);
  if (collection === 'now' && openInvoice.status === 'open') collectInvoice(call, id);
  return call.repository.get('invoice', id);
};
