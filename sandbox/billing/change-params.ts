import type { Raw } from '../form.ts';
import {
  clearable,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  required,
  shape,
  text,
  type Read,
} from '../params.ts';
import { badParam, refusal } from '../problem.ts';

const moment = integer();
const item = required(
  shape({ id: text(), price: text(), quantity: integer(1), deleted: flag, metadata, clear_usage: flag }),
);
const nowOrMoment = (raw: Raw | undefined, param: string): 'now' | number | undefined =>
  raw === 'now' ? 'now' : moment(raw, param);

/** Parameters of a subscription update. */
export const changeKeys = {
  items: list(item, 20),
  proration_behavior: oneOf('create_prorations', 'always_invoice', 'none'),
  proration_date: moment,
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  billing_cycle_anchor: shape({ type: required(oneOf('now', 'unchanged')) }),
  trial_end: nowOrMoment,
  cancel_at_period_end: flag,
  cancel_at: clearable(moment),
  cancellation_details: shape({ comment: clearable(text()), feedback: clearable(text()) }),
  default_payment_method: text(),
  description: clearable(text(500)),
  metadata,
  off_session: flag,
  payment_settings: shape({ save_default_payment_method: oneOf('off', 'on_subscription') }),
  trial_settings: shape({
    end_behavior: required(
      shape({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
    ),
  }),
};
export type ChangeParams = Partial<Read<typeof changeKeys>>;

/** Parameters that a pending update can defer together with the change that it pays for. */
const deferrable: (keyof ChangeParams)[] = [
  'items',
  'proration_behavior',
  'proration_date',
  'payment_behavior',
  'billing_cycle_anchor',
  'trial_end',
  'cancel_at_period_end',
  'metadata',
  'off_session',
];

const given = (params: ChangeParams): (keyof ChangeParams)[] =>
  Object.keys(changeKeys)
    .map((key) => key as keyof ChangeParams)
    .filter((key) => params[key] !== undefined);

/** Refuses parameters that exclude each other. */
export const checkTogether = (params: ChangeParams): void => {
  const lasting = given(params).filter((key) => !deferrable.includes(key));
  const [first] = lasting;
  if (params.payment_behavior === 'pending_if_incomplete' && first !== undefined)
    throw refusal(
      `When payment_behavior is pending_if_incomplete, these parameters cannot be passed: ${lasting.join(', ')}. Pass them in an update of their own.`,
      { param: first },
    );
  if (params.cancel_at_period_end !== undefined && params.cancel_at !== undefined)
    throw badParam(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    );
  if (params.trial_end !== undefined && params.billing_cycle_anchor?.type === 'now')
    throw badParam(
      'You may only specify one of these parameters: billing_cycle_anchor, trial_end.',
      'billing_cycle_anchor',
    );
};

/** Returns which part of a schedule-managed subscription the update touches, if any. */
export const drivenBySchedule = (params: ChangeParams): 'items' | 'cancelation' | null => {
  const keys = given(params);
  if (keys.some((key) => ['items', 'trial_end', 'billing_cycle_anchor'].includes(key))) return 'items';
  return keys.some((key) => ['cancel_at', 'cancel_at_period_end'].includes(key)) ? 'cancelation' : null;
};
