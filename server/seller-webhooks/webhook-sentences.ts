import { moneyText } from '#domain/money.ts';
import type { OrderEventKind } from '#domain/order-event.ts';
import { cleanLine } from '#domain/text.ts';

import type { ApiOrder } from '#server/api/answers/order.ts';

import type { OrderNews } from './said-of-order.ts';

const LONGEST_NAME = 80;

/** Quotes a seller's product or page name. Never pass text that buyers type, because people read these sentences. */
export function quoted(name: string): string {
  const letters = Array.from(cleanLine(name));
  const cut = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name;
  return `“${cleanLine(cut) || 'a product'}”`;
}

type Facts = { what: string; sum: string; until: string };
type Sentences = Partial<Record<OrderEventKind, (facts: Facts) => string>>;

const SENTENCES: Sentences = {
  pending: ({ what, sum }) => `${sum} for ${what} is on its way; this takes some days.`,
  paid: ({ what, sum }) => `Sold ${what} for ${sum}.`,
  payment_failed: ({ what }) => `The payment for ${what} did not come in.`,
  renewed: ({ what, sum }) => `${what} was renewed for ${sum}.`,
  renewal_failed: ({ what, sum }) => `A renewal of ${what} for ${sum} could not be taken.`,
  renewal_recovered: ({ what, sum }) => `A renewal of ${what} for ${sum} was paid after all.`,
  refund_asked: ({ what, sum }) => `A refund of ${sum} for ${what} is on its way.`,
  refunded: ({ what, sum }) => `${sum} for ${what} went back to the buyer.`,
  refund_failed: ({ what, sum }) => `A refund of ${sum} for ${what} failed; the money is with you.`,
  disputed: ({ what, sum, until }) =>
    `The buyer’s bank calls ${sum} for ${what} into question.${until && ` It can be answered until ${until}.`}`,
  dispute_answered: ({ what, sum }) => `Your answer to the dispute over ${sum} for ${what} is with the bank.`,
  dispute_won: ({ what, sum }) => `You won the dispute over ${sum} for ${what}.`,
  dispute_lost: ({ what, sum }) => `You lost the dispute over ${sum} for ${what}.`,
  cancellation_set: ({ what, until }) => `${what} will end${until && ` on ${until}`}.`,
  cancellation_undone: ({ what }) => `${what} goes on after all.`,
  subscription_ended: ({ what }) => `${what} has ended.`,
};

/** Describes an order event in a sentence for a chat channel. */
export function orderSentence({ kind, facts }: OrderNews, order: ApiOrder): string {
  const { amount = order.amounts.total, currency = order.currency, at } = facts;
  const what = `${quoted(order.product.name)} (order No. ${order.number})`;
  const said = SENTENCES[kind]?.({ what, sum: moneyText(amount, currency), until: at?.slice(0, 10) ?? '' });
  if (said === undefined) throw new RangeError(`Nothing is said of ${kind}`);
  return said;
}
