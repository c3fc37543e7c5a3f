import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { bill } from './bill.ts';
import { requireMethod } from './cards-of.ts';
import { cancellationDetails, type Reason } from './cancellation.ts';
import { checkTogether, drivenBySchedule, type ChangeParams } from './change-params.ts';
import { applyChange, type Change } from './change.ts';
import { lapse } from './lapse.ts';
import { setCancelAt } from './lifecycle.ts';
import { deferChange } from './pending-update.ts';
import { planChange, type Planned } from './planned-change.ts';
import { paymentRefused } from './refused.ts';
import { changeState } from './subscription-state.ts';

type Subscription = Objects['subscription'];

const checkAlive = (before: Subscription, params: ChangeParams): void => {
  const over = before.status === 'canceled' || before.status === 'incomplete_expired';
  const { metadata: _metadata, cancellation_details: _details, ...rest } = params;
  if (over && Object.values(rest).some((value) => value !== undefined))
    throw refusal('A canceled subscription can only update its cancellation_details and metadata.');
  if (before.status === 'incomplete' && drivenBySchedule(params) === 'items')
    throw refusal('A subscription cannot change its items before its first invoice is paid.', {
      param: 'items',
    });
};

const checkSchedule = (before: Subscription, params: ChangeParams): void => {
  const touched = before.schedule === null ? null : drivenBySchedule(params);
  if (touched === null) return;
  const what = touched === 'items' ? 'its items' : 'any cancelation behavior';
  throw refusal(
    `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating ${what} directly is not allowed. Please update the schedule instead.`,
    { ...(touched === 'items' && { param: 'items' }) },
  );
};

const checkedMethod = (call: Call, before: Subscription, id: string): string => {
  const param = 'default_payment_method';
  const method = call.books.get('payment_method', id, param);
  if (method.customer !== before.customer)
    throw refusal(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { param },
    );
  return id;
};

const reasonAfter = (before: Subscription, { cancel_at_period_end: wanted }: ChangeParams): Reason | null => {
  if (wanted !== undefined) return wanted ? 'cancellation_requested' : null;
  return (before.cancellation_details?.reason ?? null) as Reason | null;
};

/** Returns the parts of an update that do not depend on a payment. */
const furtherOf = (call: Call, before: Subscription, params: ChangeParams): Partial<Subscription> => {
  const { default_payment_method: method, cancellation_details: details } = params;
  const { payment_settings: payments, trial_settings: trial } = params;
  const noSettings = { payment_method_options: null, payment_method_types: null };
  return {
    ...(params.description !== undefined && { description: params.description }),
    ...(method !== undefined && { default_payment_method: checkedMethod(call, before, method) }),
    ...(payments?.save_default_payment_method && {
      payment_settings: {
        ...noSettings,
        ...before.payment_settings,
        save_default_payment_method: payments.save_default_payment_method,
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
    ...(details && {
      cancellation_details: cancellationDetails(reasonAfter(before, params), details),
    }),
  };
};

const dueFor = (lines: Planned['lines']): number => lines.reduce((sum, line) => sum + line.amount, 0);

/** Applies a change, then bills it; `behavior` decides what a failed payment does. */
const applyAndBill = (
  call: Call,
  id: string,
  { change, lines, billed }: Planned,
  behavior: ChangeParams['payment_behavior'],
  further: Partial<Subscription>,
): void => {
  const after = applyChange(call, id, change, further);
  if (lines.length === 0) return;
  if (billed === 'later') {
    const hidden = { pendingInvoice: null, pendingLines: [], ...after.hidden };
    const pendingLines = [...hidden.pendingLines, ...lines];
    call.books.update('subscription', id, { hidden: { ...hidden, pendingLines } });
    return;
  }
  if (behavior === 'error_if_incomplete' && dueFor(lines) > 0) requireMethod(call, after);
  const collect = behavior === 'default_incomplete' ? 'open' : 'now';
  const invoice = bill(call, id, { reason: 'subscription_update', lines, collect });
  if (invoice.status === 'paid') return;
  if (behavior === 'error_if_incomplete') throw paymentRefused(call, invoice, 'subscription');
  changeState(call, id, { status: 'past_due' });
};

/** Bills a change first and applies it when its invoice is paid, now or later. */
const billAndApply = (call: Call, id: string, { change, lines }: Planned): void => {
  const invoice = bill(call, id, { reason: 'subscription_update', lines, collect: 'now' });
  if (invoice.status === 'paid') applyChange(call, id, change);
  else deferChange(call, id, change, invoice.id);
};

const overtakes = (before: Subscription, params: ChangeParams): boolean => {
  const cancel = params.cancel_at_period_end;
  const waiting = before.pending_update?.cancel_at_period_end ?? null;
  return (
    drivenBySchedule(params) === 'items' || (cancel !== undefined && waiting !== null && waiting !== cancel)
  );
};

/** Handles an update of a subscription. */
export const changeSubscription = (call: Call, id: string, params: ChangeParams): Subscription => {
  checkTogether(params);
  const found = call.books.get('subscription', id);
  checkAlive(found, params);
  checkSchedule(found, params);
  const before = overtakes(found, params) ? lapse(call, found) : found;
  const planned = planChange(call, before, params);
  const further = furtherOf(call, before, params);
  const change: Change = {
    ...planned.change,
    ...(params.cancel_at_period_end !== undefined && { cancelAtPeriodEnd: params.cancel_at_period_end }),
    ...(params.metadata && { metadata: params.metadata }),
  };
  const due = dueFor(planned.lines);
  const lines = planned.billed === 'now' && due === 0 ? [] : planned.lines;
  const waits = params.payment_behavior === 'pending_if_incomplete' && planned.billed === 'now' && due > 0;
  if (waits) billAndApply(call, id, { ...planned, change });
  else applyAndBill(call, id, { ...planned, change, lines }, params.payment_behavior, further);
  if (params.cancel_at !== undefined && params.cancel_at !== before.cancel_at)
    setCancelAt(call, id, params.cancel_at);
  return call.books.get('subscription', id);
};
