import { formatMoney } from '#domain/money.ts';
import type { OrderEventKind } from '#domain/order-event.ts';
import { cleanLine } from '#domain/text.ts';
import type { ApiOrder } from '#server/api-schemas/order-schemas.ts';

import type { OrderTimelineEvent } from '../ledger/queries/order-events.ts';

const MAX_NAME_LENGTH = 80;

/** Quotes a seller's product or page name. Never pass text that buyers type, because people read these sentences. */
export function quoteName(name: string): string {
  const characters = Array.from(cleanLine(name));
  if (characters.length <= MAX_NAME_LENGTH) return `“${characters.join('') || 'a product'}”`;
  return `“${cleanLine(`${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`)}”`;
}

type SentenceFacts = { orderText: string; amountText: string; untilText: string };
type Sentences = Partial<Record<OrderEventKind, (facts: SentenceFacts) => string>>;

const SENTENCES: Sentences = {
  pending: ({ orderText, amountText }) => `${amountText} for ${orderText} is on its way; this takes some days.`,
  paid: ({ orderText, amountText }) => `Sold ${orderText} for ${amountText}.`,
  payment_failed: ({ orderText }) => `The payment for ${orderText} did not come in.`,
  renewed: ({ orderText, amountText }) => `${orderText} was renewed for ${amountText}.`,
  renewal_failed: ({ orderText, amountText }) => `A renewal of ${orderText} for ${amountText} could not be taken.`,
  renewal_recovered: ({ orderText, amountText }) => `A renewal of ${orderText} for ${amountText} was paid after all.`,
  refund_asked: ({ orderText, amountText }) => `A refund of ${amountText} for ${orderText} is on its way.`,
  refunded: ({ orderText, amountText }) => `${amountText} for ${orderText} went back to the buyer.`,
  refund_failed: ({ orderText, amountText }) =>
    `A refund of ${amountText} for ${orderText} failed; the money is with you.`,
  disputed: ({ orderText, amountText, untilText }) =>
    `The buyer’s bank calls ${amountText} for ${orderText} into question.${untilText && ` It can be answered until ${untilText}.`}`,
  dispute_answered: ({ orderText, amountText }) =>
    `Your answer to the dispute over ${amountText} for ${orderText} is with the bank.`,
  dispute_won: ({ orderText, amountText }) => `You won the dispute over ${amountText} for ${orderText}.`,
  dispute_lost: ({ orderText, amountText }) => `You lost the dispute over ${amountText} for ${orderText}.`,
  cancellation_set: ({ orderText, untilText }) => `${orderText} will end${untilText && ` on ${untilText}`}.`,
  cancellation_undone: ({ orderText }) => `${orderText} goes on after all.`,
  subscription_ended: ({ orderText }) => `${orderText} has ended.`,
};

/** Describes an order event in a sentence for a chat channel. */
export function describeOrderEvent({ kind, facts }: OrderTimelineEvent, order: ApiOrder): string {
  const { amount = order.amounts.total, currency = order.currency, at } = facts;
  const orderText = `${quoteName(order.product.name)} (order No. ${order.number})`;
  const sentence = SENTENCES[kind]?.({
    orderText,
    amountText: formatMoney(amount, currency),
    untilText: at?.slice(0, 10) ?? '',
  });
  if (sentence === undefined) throw new RangeError(`Nothing is said of ${kind}`);
  return sentence;
}
