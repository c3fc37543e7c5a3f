import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { checkAttached } from '../payments/payment-methods.ts';
import { billSubscription, paymentFailed } from './bill-subscription.ts';
import { setCancelAt } from './cancel-subscription.ts';
import { dropPendingUpdate } from './drop-pending-update.ts';
import { resumeWithInvoice } from './payment-effects.ts';
import { deferChange, waitForPayment } from './pending-update.ts';
import { planChange, type PlannedChange, startNewPeriod } from './plan-change.ts';
import { EMPTY_PAYMENT_SETTINGS } from './subscription-object.ts';
import { requirePaymentMethod } from './subscription-payment-method.ts';
import {
  applyChange,
  cancellationDetails,
  hasEnded,
  updateSubscription,
  type CancellationReason,
  type Change,
} from './subscription-state.ts';
import { checkCombination, findScheduleManagedPart, type ChangeParams } from './subscription-update-params.ts';

type Subscription = Objects['subscription'];
/** Decides whether a failed payment leaves the subscription paused or past_due. */
type ResumeBehavior = 'resume_on_payment_success' | 'resume_on_payment_attempt';

/** Resumes a paused subscription with a new billing period, which is charged at once. */
export const resumeSubscription = (
  call: CallContext,
  id: string,
  behavior: ResumeBehavior = 'resume_on_payment_success',
): Subscription => {
  const paused = call.repository.get('subscription', id);
  if (paused.status !== 'paused')
    throw invalidRequest(`You can only resume a subscription that is paused; this one is ${paused.status}.`);
  requirePaymentMethod(call, paused);
  const current = dropPendingUpdate(call, paused);
  const { lines } = startNewPeriod(call, current.items.data);
  const invoice = billSubscription(call, id, { reason: 'subscription_update', lines, collection: 'now' });
  const subscription = call.repository.get('subscription', id);
  if (invoice.status === 'paid') resumeWithInvoice(call, subscription, invoice, 'active');
  else if (behavior === 'resume_on_payment_attempt') resumeWithInvoice(call, subscription, invoice, 'past_due');
  else waitForPayment(call, id, invoice.id);
  return call.repository.get('subscription', id);
};

const checkNotEnded = (before: Subscription, params: ChangeParams): void => {
  const { metadata: _metadata, cancellation_details: _details, ...rest } = params;
  if (hasEnded(before) && Object.keys(rest).length > 0)
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  if (before.status === 'incomplete' && findScheduleManagedPart(params) === 'items')
    throw invalidRequest('A subscription cannot change its items before its first invoice is paid.', 'items');
};

const checkSchedule = (before: Subscription, params: ChangeParams): void => {
  const managedPart = before.schedule === null ? null : findScheduleManagedPart(params);
  if (managedPart === null) return;
  const subject = managedPart === 'items' ? 'its items' : 'any cancelation behavior';
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating ${subject} directly is not allowed. Please update the schedule instead.`,
    { ...(managedPart === 'items' && { param: 'items' }) },
  );
};

const findReason = (
  before: Subscription,
  { cancel_at_period_end: cancelAtPeriodEnd }: ChangeParams,
): CancellationReason | null => {
  if (cancelAtPeriodEnd !== undefined) return cancelAtPeriodEnd ? 'cancellation_requested' : null;
  return (before.cancellation_details?.reason ?? null) as CancellationReason | null;
};

/** Returns the parts of an update that do not depend on a payment. */
const toOtherChanges = (call: CallContext, before: Subscription, params: ChangeParams): Partial<Subscription> => {
  const { default_payment_method: method, cancellation_details: details } = params;
  const { payment_settings: payments, trial_settings: trial } = params;
  return {
    ...(params.description !== undefined && { description: params.description }),
    ...(method !== undefined && {
      default_payment_method: checkAttached(call, before.customer, method, 'default_payment_method'),
    }),
    ...(payments && {
      payment_settings: {
        ...EMPTY_PAYMENT_SETTINGS,
        save_default_payment_method: null,
        ...before.payment_settings,
        ...payments,
      },
    }),
    ...(trial && {
      trial_settings: {
        end_behavior: {
          billing_cycle_anchor: before.trial_settings?.end_behavior.billing_cycle_anchor ?? null,
          ...trial.end_behavior,
        },
      },
    }),
    ...(details && { cancellation_details: cancellationDetails(findReason(before, params), details) }),
  };
};

const sumLines = (lines: PlannedChange['lines']): number => lines.reduce((sum, line) => sum + line.amount, 0);

/** Applies a change, then bills it; `behavior` decides what a failed payment does. */
const applyAndBill = (
  call: CallContext,
  id: string,
  { change, lines, billing: billed }: PlannedChange,
  behavior: ChangeParams['payment_behavior'],
  otherChanges: Partial<Subscription>,
): void => {
  const after = applyChange(call, id, change, otherChanges);
  if (lines.length === 0) return;
  if (billed === 'later') {
    const pendingLines = [...after.hidden.pendingLines, ...lines];
    call.repository.updateHidden('subscription', id, { pendingLines });
    return;
  }
  if (behavior === 'error_if_incomplete' && sumLines(lines) > 0) requirePaymentMethod(call, after);
  const collection = behavior === 'default_incomplete' ? 'open' : 'now';
  const invoice = billSubscription(call, id, { reason: 'subscription_update', lines, collection });
  if (invoice.status === 'paid') return;
  if (behavior === 'error_if_incomplete') throw paymentFailed(call, invoice, 'subscription');
  updateSubscription(call, id, { status: 'past_due' });
};

/** Bills a change first and applies it when its invoice is paid, now or later. */
const billAndApply = (call: CallContext, id: string, { change, lines }: PlannedChange): void => {
  const invoice = billSubscription(call, id, { reason: 'subscription_update', lines, collection: 'now' });
  if (invoice.status === 'paid') applyChange(call, id, change);
  else deferChange(call, id, change, invoice.id);
};

const replacesPendingUpdate = (before: Subscription, params: ChangeParams): boolean => {
  const cancel = params.cancel_at_period_end;
  const pendingCancel = before.pending_update?.cancel_at_period_end ?? null;
  return (
    findScheduleManagedPart(params) === 'items' ||
    (cancel !== undefined && pendingCancel !== null && pendingCancel !== cancel)
  );
};

export const changeSubscription = (call: CallContext, id: string, params: ChangeParams): Subscription => {
  checkCombination(params);
  const subscription = call.repository.get('subscription', id);
  checkNotEnded(subscription, params);
  checkSchedule(subscription, params);
  const before = replacesPendingUpdate(subscription, params) ? dropPendingUpdate(call, subscription) : subscription;
  const planned = planChange(call, before, params);
  const otherChanges = toOtherChanges(call, before, params);
  const change: Change = {
    ...planned.change,
    ...(params.cancel_at_period_end !== undefined && { cancelAtPeriodEnd: params.cancel_at_period_end }),
    ...(params.metadata && { metadata: params.metadata }),
  };
  const amountDue = sumLines(planned.lines);
  const lines = planned.billing === 'now' && amountDue === 0 ? [] : planned.lines;
  const isDeferred = params.payment_behavior === 'pending_if_incomplete' && planned.billing === 'now' && amountDue > 0;
  if (isDeferred) billAndApply(call, id, { ...planned, change });
  else applyAndBill(call, id, { ...planned, change, lines }, params.payment_behavior, otherChanges);
  if (params.cancel_at !== undefined && params.cancel_at !== before.cancel_at) setCancelAt(call, id, params.cancel_at);
  return call.repository.get('subscription', id);
};
