import { getItemName } from '#content/messages/item-name.ts';
import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import type { OrderResource } from '#domain/api-resources/order-resources.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderEventKind } from '#domain/order-event.ts';
import { cleanLine } from '#domain/text.ts';

import type { OrderTimelineEvent } from '../ledger/queries/order-events.ts';

const MAX_NAME_LENGTH = 80;

/** Quotes a seller's product or page name. Never pass text that buyers type, because people read these sentences. */
export function quoteName(name: string): string {
  const characters = Array.from(cleanLine(name));
  if (characters.length <= MAX_NAME_LENGTH) return `“${characters.join('') || webhookSentences.unnamedProduct}”`;
  return `“${cleanLine(`${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`)}”`;
}

/** The product, with its quantity, and the order's number. */
function nameOrder({ productName, number, lineItems }: OrderResource): string {
  const name = quoteName(productName);
  return webhookSentences.order({ product: getItemName({ name, quantity: lineItems[0]?.quantity ?? 1 }), number });
}

type SentenceFacts = { order: string; amount: string; until: string };

const SENTENCES: Partial<Record<OrderEventKind, (facts: SentenceFacts) => string>> = {
  pending: webhookSentences.pending,
  paid: webhookSentences.paid,
  payment_failed: webhookSentences.paymentFailed,
  renewed: webhookSentences.renewed,
  renewal_failed: webhookSentences.renewalFailed,
  renewal_recovered: webhookSentences.renewalRecovered,
  refund_asked: webhookSentences.refundStarted,
  refunded: webhookSentences.refunded,
  refund_failed: webhookSentences.refundFailed,
  disputed: (facts) => (facts.until ? webhookSentences.disputedUntil(facts) : webhookSentences.disputed(facts)),
  dispute_answered: webhookSentences.disputeAnswered,
  dispute_won: webhookSentences.disputeWon,
  dispute_lost: webhookSentences.disputeLost,
  cancellation_set: (facts) =>
    facts.until ? webhookSentences.cancellationSetAt(facts) : webhookSentences.cancellationSet(facts),
  cancellation_undone: webhookSentences.cancellationUndone,
  subscription_ended: webhookSentences.subscriptionEnded,
};

/** What is said differently about a payment plan. */
const PLAN_SENTENCES: typeof SENTENCES = {
  renewed: webhookSentences.installmentPaid,
  renewal_failed: webhookSentences.installmentFailed,
  renewal_recovered: webhookSentences.installmentRecovered,
  subscription_ended: webhookSentences.planEnded,
};

function findSentence(kind: OrderEventKind, { paymentPlan }: OrderResource) {
  if (!paymentPlan) return SENTENCES[kind];
  const isCompleted = kind === 'subscription_ended' && paymentPlan.state === 'complete';
  return isCompleted ? webhookSentences.planCompleted : (PLAN_SENTENCES[kind] ?? SENTENCES[kind]);
}

/** Describes the start of a subscription, which happens with the first payment of its order or with a free trial. */
export function describeStartedSubscription(order: OrderResource): string {
  const { planStarted, trialStarted, subscriptionStarted } = webhookSentences;
  const describeStart = order.paymentPlan
    ? planStarted
    : order.subscription?.trialEndsAt
      ? trialStarted
      : subscriptionStarted;
  return describeStart({ order: nameOrder(order) });
}

/** Describes an order event in a sentence for a chat channel. */
export function describeOrderEvent({ kind, facts }: OrderTimelineEvent, order: OrderResource): string {
  const { amount = order.amounts.total, currency = order.currency, at } = facts;
  const sentence = findSentence(
    kind,
    order,
  )?.({
    order: nameOrder(order),
    amount: formatMoney(amount, currency),
    until: at?.slice(0, 10) ?? '',
  });
  if (sentence === undefined) throw new RangeError(`No sentence describes ${kind}`);
  return sentence;
}

const ACCESS_SENTENCES = {
  'entitlement.granted': webhookSentences.accessGranted,
  'entitlement.paused': webhookSentences.accessPaused,
  'entitlement.resumed': webhookSentences.accessResumed,
  'entitlement.ended': webhookSentences.accessEnded,
  'license.replaced': webhookSentences.licenseReplaced,
} as const;

/** Describes a change of a buyer's access to a deliverable. */
export const describeAccessChange = (type: keyof typeof ACCESS_SENTENCES, name: string, order: OrderResource): string =>
  ACCESS_SENTENCES[type]({ name: quoteName(name), order: nameOrder(order) });

export const describeTestEvent = (): string => webhookSentences.test;
