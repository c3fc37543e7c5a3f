import { refundAmountMessages } from '#content/messages/refund-amounts.ts';

import { formatMoney, parsePrice, type ParsedPrice } from './money.ts';
import type { OrderDetail } from './order-detail.ts';
import { listPaidLines } from './paid-lines.ts';
import { getLineRest, type LineRefund } from './unit-refund.ts';

/** Refund reasons, in Stripe's codes. */
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export type RefundState = OrderRefund['state'];

/**
 * A refund as the seller sees it. `asked`: requested by the seller, without a response of Stripe yet (`requested` in the API).
 * `needs_buyer`: Stripe has asked the buyer for bank details.
 */
export type OrderRefund = {
  id: string;
  paymentId: string;
  amount: number;
  state: 'asked' | 'pending' | 'needs_buyer' | 'succeeded' | 'failed' | 'canceled';
  reason: RefundReason | null;
  /** Stripe's reason for the failure. */
  failure: string | null;
  /** Line items that the refund is for; empty if it is for an amount only. */
  lines: ({ key: string } & LineRefund)[];
  createdAt: string;
};

/** Whether a refund counts: failed and canceled ones return no money. */
export const isCountedRefund = ({ state }: Pick<OrderRefund, 'state'>): boolean =>
  state !== 'failed' && state !== 'canceled';

type Payment = { amount: number; refunded: number; lost: number };
type RefundSummary = { amount: number; state: RefundState };

/** Refundable amount of a payment. Requested refunds are not part of `refunded` yet, so they are subtracted here. */
export const getRefundableAmount = ({ amount, refunded, lost }: Payment, refunds: readonly RefundSummary[]): number =>
  Math.max(0, amount - refunded - lost - sumRequestedRefunds(refunds));

/** Sum of the refunds that Stripe has not answered yet. */
export const sumRequestedRefunds = (refunds: readonly RefundSummary[]): number =>
  refunds.filter(({ state }) => state === 'asked').reduce((sum, { amount }) => sum + amount, 0);

type RefundableOrder = Pick<OrderDetail, 'lines' | 'refunds'>;

/** A line of a payment with its refunds and what they left of its amount and of its units. */
export type RefundableLine = {
  key: string;
  name: string;
  total: number;
  quantity: number;
  refunds: LineRefund[];
  rest: number;
  units: number;
};

type LinePayment = Pick<OrderDetail['payments'][number], 'id' | 'renewal' | 'amount'>;

/** The lines of a payment with what no refund is for yet. */
export function listLineRests({ lines, refunds }: RefundableOrder, payment: LinePayment): RefundableLine[] {
  const refunded = refunds
    .filter((refund) => refund.paymentId === payment.id && isCountedRefund(refund))
    .flatMap((refund) => refund.lines);
  return listPaidLines(lines, payment)
    .map(({ key, name, total, quantity }) => {
      const lineRefunds = refunded.filter((line) => line.key === key);
      const rest = getLineRest({ total, quantity }, lineRefunds);
      return { key, name, total, quantity, refunds: lineRefunds, rest: rest.total, units: rest.quantity };
    })
    .filter(({ rest }) => rest > 0);
}

/** The lines of a payment that can still be refunded, as a whole or by units. */
export const listRefundableLines = (
  order: RefundableOrder,
  payment: LinePayment & Pick<OrderDetail['payments'][number], 'refundable'>,
): RefundableLine[] =>
  listLineRests(order, payment).filter(({ rest, units }) => rest <= payment.refundable || units > 1);

/** The lines that a refund without lines can be for. */
export function listAttributableLines(
  order: RefundableOrder & Pick<OrderDetail, 'payments'>,
  refund: OrderRefund,
): RefundableLine[] {
  const payment = order.payments.find(({ id }) => id === refund.paymentId);
  return payment && isCountedRefund(refund) && refund.lines.length === 0 ? listLineRests(order, payment) : [];
}

/** Shares the amount of a refund among lines, in their order, each up to its rest. */
export function shareRefund(
  amount: number,
  lines: readonly Pick<RefundableLine, 'key' | 'rest'>[],
): { key: string; amount: number }[] {
  let left = amount;
  return lines.flatMap(({ key, rest }) => {
    const share = Math.min(rest, left);
    left -= share;
    return share > 0 ? [{ key, amount: share }] : [];
  });
}

/** Parses a typed refund amount up to the refundable rest, or returns an error message, with amounts from `format`. */
export function parseRefundAmount(
  input: string,
  refundable: number,
  currency: string,
  format: (amount: number, currency: string) => string = formatMoney,
): ParsedPrice {
  const parsed = parsePrice(input.trim(), currency, 'amount');
  if ('error' in parsed) return parsed;
  if (parsed.amount === 0) return { error: refundAmountMessages.zero };
  if (parsed.amount > refundable)
    return { error: refundAmountMessages.tooHigh({ refundable: format(refundable, currency) }) };
  return parsed;
}
