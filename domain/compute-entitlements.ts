import type { BuyerSubscriptionStatus } from './buyer-subscription.ts';
import type { DeliverableSettings, DeliveredItem } from './deliverable.ts';
import type { EntitlementReason, EntitlementState, SellerDecision } from './entitlement.ts';
import { BASE_OPTION } from './offer.ts';
import { getDisputeOutcome, isInquiry } from './order-detail.ts';
import type { BillingInterval, OrderState } from './order.ts';
import { listPaidLines } from './paid-lines.ts';
import { toPaymentPlan } from './payment-plan.ts';
import { addPeriods } from './price-after-discount.ts';
import { MAIN_LINE, type QuoteLine } from './quote.ts';
import { isCountedRefund, type RefundState } from './refund.ts';
import { DAY_MS } from './time-units.ts';

/** Access stays for so long after the paid period while a payment of a subscription is overdue. */
export const OVERDUE_GRACE_DAYS = 7;

type ItemsByPage = ReadonlyMap<string, readonly DeliveredItem[]>;

/**
 * What a purchase delivers. `items`: those of the bought version of the page; `itemsByPage`: those of the pages in its bundle.
 * Only deliverables that are in `deliverables`, under the page that names them, are delivered.
 */
export type Delivery = {
  items: readonly DeliveredItem[];
  itemsByPage: ItemsByPage;
  deliverables: ReadonlyMap<string, { pageId: string; settings: DeliverableSettings }>;
};

/** `item`: the page and price of a bundle's product; with `alreadyPaid`, the buyer has had it before. */
type DeliveringLine = {
  key: string;
  item?: { pageId: string; optionId: string; alreadyPaid?: number | null } | undefined;
};

/** Page and price option of a purchase; null: the page's only price. */
type Purchased = { pageId: string; plan: string | null };

/**
 * Lists what each line of a purchase delivers. What goes with prices belongs to the line of the page's own product, what goes
 * with an extra to its line, and what the pages of a bundle deliver to their lines.
 */
export function listDeliveredLines<L extends DeliveringLine>(
  lines: readonly L[],
  { pageId, plan }: Purchased,
  { items, itemsByPage, deliverables }: Delivery,
): { line: L; deliverableId: string }[] {
  const listIds = (page: string, candidates: readonly DeliveredItem[], name: string, isWithAll: boolean): string[] =>
    candidates
      .filter(({ offeredWith }) => (offeredWith === null ? isWithAll : offeredWith.includes(name)))
      .filter(({ id }) => deliverables.get(id)?.pageId === page)
      .map(({ id }) => id);
  return lines.flatMap((line) => {
    const { key, item } = line;
    const isMain = key === MAIN_LINE;
    const own = listIds(pageId, items, isMain ? (plan ?? BASE_OPTION) : key, isMain);
    const ofItem = item ? listIds(item.pageId, itemsByPage.get(item.pageId) ?? [], item.optionId, true) : [];
    const isDelivered = (item?.alreadyPaid ?? null) === null;
    return isDelivered ? [...new Set([...own, ...ofItem])].map((deliverableId) => ({ line, deliverableId })) : [];
  });
}

type PurchasedLine = Pick<QuoteLine, 'key' | 'kind' | 'quantity' | 'subtotal' | 'discount' | 'total' | 'afterTrial'> & {
  id: string;
  itemPageId: string | null;
  itemOptionId: string | null;
  alreadyPaid?: number | null;
};
type Payment = { id: string; renewal: boolean; amount: number; refunded: number; paidAt: Date };
type Subscription = {
  status: BuyerSubscriptionStatus;
  billing: BillingInterval;
  periodEnd: Date;
  cancelAt: Date | null;
  endedAt: Date | null;
  trialEndsAt: Date | null;
};

/**
 * The rows of the ledger that decide about access. `entitlements`: those of the order, with what the seller decided; null while
 * the order is new.
 */
export type Purchase = {
  attempt: Purchased & { installments: number | null };
  order: { state: OrderState; paidAt: Date | null };
  lines: readonly PurchasedLine[];
  sales: readonly Payment[];
  refunds: readonly { id: string; saleId: string; state: RefundState }[];
  refundLines: readonly { refundId: string; orderLineId: string; amount: number }[];
  disputes: readonly { saleId: string; status: string }[];
  subscription: Subscription | null;
  delivery: Delivery;
  entitlements: readonly Entitlement[] | null;
};
type Entitlement = { lineKey: string; deliverableId: string; decision: SellerDecision | null };

type Access = {
  state: EntitlementState;
  reason: EntitlementReason | null;
  endsAt: Date | null;
  recheckAt: Date | null;
};
export type ComputedEntitlement = Access & { lineKey: string; deliverableId: string; quantity: number };

/**
 * Computes the access that a purchase gives at a time. What is delivered is decided when the order is recorded and never
 * changes; the state depends only on the rows, the settings and the time, and not on the order of events.
 */
export function computeEntitlements(purchase: Purchase, now: Date): ComputedEntitlement[] {
  const { lines, delivery } = purchase;
  return (purchase.entitlements ?? listNewEntitlements(purchase)).flatMap(({ lineKey, deliverableId, decision }) => {
    const line = lines.find(({ key }) => key === lineKey);
    const settings = delivery.deliverables.get(deliverableId)?.settings;
    if (!line || !settings) return [];
    const access = computeAccess({ ...purchase, line, settings, decision }, now);
    return [{ lineKey, deliverableId, quantity: line.quantity, ...access }];
  });
}

function listNewEntitlements({ attempt, lines, delivery }: Purchase): Entitlement[] {
  const withItems = lines.map(({ key, itemPageId: pageId, itemOptionId: optionId, alreadyPaid = null }) => ({
    key,
    item: pageId !== null && optionId !== null ? { pageId, optionId, alreadyPaid } : undefined,
  }));
  return listDeliveredLines(withItems, attempt, delivery).map(({ line, deliverableId }) => ({
    lineKey: line.key,
    deliverableId,
    decision: null,
  }));
}

/** One deliverable of one line of a purchase. */
type Entitled = Purchase & { line: PurchasedLine; settings: DeliverableSettings; decision: SellerDecision | null };

const createEnded = (reason: EntitlementReason, endsAt: Date | null = null): Access => ({
  state: 'ended',
  reason,
  endsAt,
  recheckAt: null,
});

function computeAccess(entitled: Entitled, now: Date): Access {
  const { order, line, decision, disputes } = entitled;
  if (decision === 'revoked') return createEnded('revoked');
  if (order.state === 'pending') return { state: 'waiting', reason: 'payment_pending', endsAt: null, recheckAt: null };
  if (order.state === 'failed') return createEnded('payment_failed');
  const payments = listPaymentsWith(entitled, ({ id }) => id === line.id);
  if (decision === null && isRefunded(entitled, payments)) return createEnded('refunded');
  const ownDisputes = disputes.filter(({ saleId }) => payments.some(({ id }) => id === saleId));
  const isLost = ownDisputes.some(({ status }) => getDisputeOutcome(status) === 'lost');
  if (decision !== 'restored' && isLost) return createEnded('dispute_lost');
  const end = findEnd(entitled, payments);
  if (end && end.at <= now) return createEnded(end.reason, end.at);
  const graceEnd = findGraceEnd(entitled);
  const isDisputed = ownDisputes.some(({ status }) => getDisputeOutcome(status) === 'open' && !isInquiry(status));
  const isOverdue = graceEnd !== null && graceEnd <= now;
  const reason = isDisputed ? 'disputed' : isOverdue ? 'payment_overdue' : null;
  return {
    state: reason ? 'paused' : 'active',
    reason,
    endsAt: end?.at ?? null,
    recheckAt: findEarliest([graceEnd, end?.at].filter((at) => at && at > now)),
  };
}

const findEarliest = (times: readonly (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((earliest, time) => (time && (!earliest || time < earliest) ? time : earliest), null);

const listPaymentsWith = ({ sales, lines }: Purchase, isLine: (line: PurchasedLine) => boolean): readonly Payment[] =>
  sales.filter((sale) => listPaidLines(lines, sale).some(isLine));

/** Whether the money of a line was given back in each payment: with the whole payment, or by refunds that name the line. */
function isRefunded({ lines, line, refunds, refundLines }: Entitled, payments: readonly Payment[]): boolean {
  const isLineRefunded = (payment: Payment): boolean => {
    const paid = listPaidLines(lines, payment).find(({ id }) => id === line.id)?.total ?? 0;
    const refunded = refundLines
      .filter(({ orderLineId }) => orderLineId === line.id)
      .filter(({ refundId }) => refunds.some((refund) => refund.id === refundId && isMade(refund, payment)))
      .reduce((sum, { amount }) => sum + amount, 0);
    return paid > 0 && refunded >= paid;
  };
  return payments.length > 0 && payments.every((payment) => isWhollyRefunded(payment) || isLineRefunded(payment));
}

/** A requested refund counts once Stripe has accepted it. */
const isMade = ({ saleId, state }: Purchase['refunds'][number], { id }: Payment): boolean =>
  saleId === id && state !== 'asked' && isCountedRefund({ state });

const isWhollyRefunded = ({ refunded, amount }: Payment): boolean => refunded >= amount;

type End = { at: Date; reason: 'expired' | 'subscription_ended' };

function findEnd(entitled: Entitled, payments: readonly Payment[]): End | null {
  const expiresAt = findExpiry(entitled, payments);
  const subscriptionEndsAt = findSubscriptionEnd(entitled);
  const at = findEarliest([expiresAt, subscriptionEndsAt]);
  return at && { at, reason: at === subscriptionEndsAt ? 'subscription_ended' : 'expired' };
}

/** End of the validity `days`. Each payment of a subscription starts it again. */
function findExpiry({ settings, line, order, attempt, decision }: Entitled, payments: readonly Payment[]): Date | null {
  if (settings.validity !== 'days') return null;
  const isRenewed = line.kind === 'recurring' && attempt.installments === null;
  const counted = isRenewed ? payments.filter((payment) => decision !== null || !isWhollyRefunded(payment)) : [];
  const times = [order.paidAt, ...counted.map(({ paidAt }) => paidAt)].filter((time) => time !== null);
  return times.length === 0
    ? null
    : new Date(Math.max(...times.map((time) => time.getTime())) + settings.validDays * DAY_MS);
}

/** A payment plan that is complete needs no subscription any more; one that ends early was not paid in full. */
function isPlanComplete({ attempt, sales, subscription }: Purchase): boolean {
  return toPaymentPlan(attempt.installments, sales.length, subscription)?.state === 'complete';
}

/** When access ends with the subscription, after the period that was paid; null: not, or not known yet. */
function findSubscriptionEnd(entitled: Entitled): Date | null {
  const { attempt, line, settings, subscription, decision } = entitled;
  const isOfPlan = attempt.installments !== null && line.kind === 'recurring';
  const needsSubscription = settings.validity === 'subscription' || isOfPlan;
  if (!subscription || !needsSubscription || decision === 'restored' || isPlanComplete(entitled)) return null;
  const { endedAt, cancelAt, periodEnd } = subscription;
  if (!endedAt) return cancelAt;
  return isPeriodPaid(entitled, subscription) && periodEnd > endedAt ? periodEnd : endedAt;
}

const OVERDUE: readonly BuyerSubscriptionStatus[] = ['past_due', 'unpaid', 'paused'];

/** When access is paused because a payment of the subscription is overdue; null: nothing is overdue. */
function findGraceEnd(entitled: Entitled): Date | null {
  const { line, settings, subscription } = entitled;
  const needsSubscription = settings.validity === 'subscription' || line.kind === 'recurring';
  if (!subscription || !needsSubscription || !OVERDUE.includes(subscription.status) || isPlanComplete(entitled))
    return null;
  const { periodEnd, billing } = subscription;
  const paidUntil = isPeriodPaid(entitled, subscription) ? periodEnd : addPeriods(periodEnd, billing, -1);
  return new Date(paidUntil.getTime() + OVERDUE_GRACE_DAYS * DAY_MS);
}

/**
 * Whether the current period is paid, or free as a trial. At Stripe a period begins before its payment is made, so the
 * current period of an overdue subscription is the unpaid one.
 */
function isPeriodPaid(entitled: Entitled, { periodEnd, billing, trialEndsAt }: Subscription): boolean {
  if (trialEndsAt && periodEnd <= trialEndsAt) return true;
  // A first payment is made shortly before the subscription begins.
  const earliest = addPeriods(periodEnd, billing, -1).getTime() - DAY_MS;
  return listPaymentsWith(entitled, ({ kind }) => kind === 'recurring').some(
    (payment) => payment.paidAt.getTime() >= earliest && (entitled.decision !== null || !isWhollyRefunded(payment)),
  );
}
