import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { finishSession } from './bank-debits.ts';
import { captureIntent, failIntent } from './charges.ts';
import { VOUCHER_ENTITY, VOUCHER_REFERENCE } from './stand-in-methods.ts';

type Intent = Objects['payment_intent'];
type PaymentMethod = Objects['payment_method'];

const DAY_S = 24 * 3600;
const DAYS_UNTIL_PAID = 3;
const DAYS_UNTIL_EXPIRED = 7;

/** What happens to a voucher by itself, which the buyer of the sandbox chooses. */
export const VOUCHER_OUTCOMES = {
  voucher_paid: `Paid after ${DAYS_UNTIL_PAID} days`,
  voucher_expires: `Never paid: expires after ${DAYS_UNTIL_EXPIRED} days`,
} as const;
export type VoucherOutcome = keyof typeof VOUCHER_OUTCOMES;

/** Gives the buyer a voucher. There is no charge until it is paid. */
export const startVoucher = (call: CallContext, intent: Intent, method: PaymentMethod): Intent => {
  const next_action: Intent['next_action'] = {
    type: 'multibanco_display_details',
    multibanco_display_details: {
      entity: VOUCHER_ENTITY,
      expires_at: call.now + DAYS_UNTIL_EXPIRED * DAY_S,
      hosted_voucher_url: `${call.origin}/sandbox/voucher/${intent.id}`,
      reference: VOUCHER_REFERENCE,
    },
  };
  const change = { next_action, payment_method: method.id, status: 'requires_action' } as const;
  call.schedule(call.now + DAYS_UNTIL_EXPIRED * DAY_S, 'voucher.expire', intent.id);
  if (method.hidden.behaviorTag === 'voucher_paid')
    call.schedule(call.now + DAYS_UNTIL_PAID * DAY_S, 'voucher.pay', intent.id);
  return call.update('payment_intent', intent.id, change, 'payment_intent.requires_action');
};

export const isOpenVoucher = ({ status, next_action: nextAction }: Intent): boolean =>
  status === 'requires_action' && nextAction?.type === 'multibanco_display_details';

const getOpenVoucher = (call: CallContext, id: string): { intent: Intent; method: PaymentMethod } => {
  const intent = call.repository.get('payment_intent', id);
  if (!isOpenVoucher(intent)) throw invalidRequest(`The voucher of ${id} was paid or has expired.`);
  return { intent, method: call.repository.get('payment_method', intent.payment_method ?? '') };
};

export const payVoucher = (call: CallContext, id: string): void => {
  const { intent, method } = getOpenVoucher(call, id);
  captureIntent(call, intent, method);
  finishSession(call, id, true);
};

export const expireVoucher = (call: CallContext, id: string): void => {
  const { intent, method } = getOpenVoucher(call, id);
  const code = 'payment_intent_payment_attempt_expired';
  failIntent(call, intent, method, { code, declineCode: null, message: 'The voucher has expired.' }, false);
  finishSession(call, id, false);
};

const ifOpen = (resolve: typeof payVoucher) => (call: CallContext, id: string) => {
  const intent = call.repository.find('payment_intent', id);
  if (intent && isOpenVoucher(intent)) resolve(call, id);
};

export const voucherTasks = { 'voucher.pay': ifOpen(payVoucher), 'voucher.expire': ifOpen(expireVoucher) };
