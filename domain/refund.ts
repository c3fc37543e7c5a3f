import { moneyText, parsePrice, type ParsedPrice } from './money.ts';

/** Why money goes back, in the words that the provider knows. */
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** `asked`: written here, and the provider has not answered yet. `failed` and `canceled`: the money stayed. */
export type RefundState = 'asked' | 'pending' | 'succeeded' | 'failed' | 'canceled';

/** Whether a refund takes from what is left of its payment. */
export const countsAsRefunded = (state: RefundState): boolean => state !== 'failed' && state !== 'canceled';

/** Money that goes back, as its seller reads of it. Minor units; dates ISO 8601 UTC. */
export type OrderRefund = {
  id: string;
  paymentId: string;
  amount: number;
  state: RefundState;
  reason: RefundReason | null;
  failure: string | null;
  createdAt: string;
};

type Payment = { amount: number; refunded: number; lost: number };
type Asked = { amount: number; state: RefundState };

/** What may still be given back of a payment: what is only asked for is not counted as refunded yet, and yet gone. */
export const refundableOf = ({ amount, refunded, lost }: Payment, refunds: readonly Asked[]): number =>
  Math.max(0, amount - refunded - lost - underWay(refunds));

/** What is asked for, and has no answer yet. */
export const underWay = (refunds: readonly Asked[]): number =>
  refunds.filter(({ state }) => state === 'asked').reduce((sum, { amount }) => sum + amount, 0);

/** Reads so much of a payment's rest as was typed; the problem says what to type instead. */
export function refundAmountFrom(typed: string, rest: number, currency: string): ParsedPrice {
  const parsed = parsePrice(typed.trim(), currency, 'amount');
  if ('problem' in parsed) return parsed;
  if (parsed.amount === 0) return { problem: 'Type an amount above zero' };
  if (parsed.amount > rest)
    return { problem: `No more than ${moneyText(rest, currency)} is left of this payment` };
  return parsed;
}
