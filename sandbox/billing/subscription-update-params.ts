import { invalidRequest, exclusiveParams } from '../core/api-error.ts';
import {
  type RawParam,
  clearable,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  required,
  shape,
  text,
  type ParamValues,
} from '../core/params.ts';

const timestamp = integer();
const itemRule = required(
  shape({ id: text(), price: text(), quantity: integer(1), deleted: flag, metadata, clear_usage: flag }),
);
const nowOrTimestamp = (raw: RawParam | undefined, param: string): 'now' | number | undefined =>
  raw === 'now' ? 'now' : timestamp(raw, param);

/** What happens at the end of a trial without a payment method. */
export const trialSettings = shape({
  end_behavior: required(shape({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) })),
});

/** Parameters that decide what an update bills. */
export const billingRules = {
  items: list(itemRule, 20),
  proration_behavior: oneOf('create_prorations', 'always_invoice', 'none'),
  proration_date: timestamp,
  billing_cycle_anchor: shape({ type: required(oneOf('now', 'unchanged')) }),
  trial_end: nowOrTimestamp,
};
export type BillingParams = ParamValues<typeof billingRules>;

export const subscriptionUpdateRules = {
  ...billingRules,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'),
  cancel_at_period_end: flag,
  cancel_at: clearable(timestamp),
  cancellation_details: shape({ comment: clearable(text()), feedback: clearable(text()) }),
  default_payment_method: text(),
  description: clearable(text(500)),
  metadata,
  off_session: flag,
  payment_settings: shape({ save_default_payment_method: oneOf('off', 'on_subscription') }),
  trial_settings: trialSettings,
};
export type ChangeParams = ParamValues<typeof subscriptionUpdateRules>;

/** Parameters that a pending update can defer together with the change that it pays for. */
const DEFERRABLE_PARAMS = new Set([
  ...Object.keys(billingRules),
  'payment_behavior',
  'cancel_at_period_end',
  'metadata',
  'off_session',
]);

/** Refuses parameters that exclude each other. */
export const checkCombination = (params: ChangeParams): void => {
  const nonDeferrable = Object.keys(params).filter((key) => !DEFERRABLE_PARAMS.has(key));
  const [first] = nonDeferrable;
  if (params.payment_behavior === 'pending_if_incomplete' && first !== undefined)
    throw invalidRequest(
      `When payment_behavior is pending_if_incomplete, these parameters cannot be passed: ${nonDeferrable.join(', ')}. Pass them in an update of their own.`,
      first,
    );
  if (params.cancel_at_period_end !== undefined && params.cancel_at !== undefined)
    throw exclusiveParams('cancel_at', 'cancel_at_period_end', 'cancel_at');
  if (params.trial_end !== undefined && params.billing_cycle_anchor?.type === 'now')
    throw exclusiveParams('billing_cycle_anchor', 'trial_end', 'billing_cycle_anchor');
};

/** Returns which part of a schedule-managed subscription the update touches, if any. */
export const findScheduleManagedPart = (params: ChangeParams): 'items' | 'cancelation' | null => {
  const keys = Object.keys(params);
  if (keys.some((key) => ['items', 'trial_end', 'billing_cycle_anchor'].includes(key))) return 'items';
  return keys.some((key) => ['cancel_at', 'cancel_at_period_end'].includes(key)) ? 'cancelation' : null;
};
