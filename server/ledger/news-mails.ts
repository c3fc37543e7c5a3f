import { isInquiry } from '#domain/dispute.ts';
import type { OpenMail } from '#domain/mail.ts';
import type { Order } from '#server/db/orders.ts';

import type { Dispute, Leaf, Refund } from './leaf.ts';
import type { News, NewsWith } from './news.ts';
import { mailedOrder, receiptMailOf, sellerLook } from './receipt-mail.ts';

/** The seller's data that emails need. */
export type LedgerSeller = {
  sellerId: string;
  businessName: string | null;
  /** Null if the account was deleted. */
  email: string | null;
  saleNotices: boolean;
};

export type NewMail = { key: string; to: string; mail: OpenMail };

/** Events that are recorded later than this (for example after a restore) are written but not emailed. */
const STALE_MS = 3 * 86_400_000;

type Letter = { to: 'buyer' | 'seller'; name: string; mail: OpenMail };
type Told = Leaf & { order: Order };

/** Builds the emails for the events of an aggregate. `disputesUrl` is the Stripe page where a seller answers disputes. */
export function mailsOf(leaf: Leaf, seller: LedgerSeller, now: Date, disputesUrl: string): NewMail[] {
  const { attempt, order } = leaf;
  if (!order) return [];
  const fresh = leaf.news.filter(({ at }) => now.getTime() - at.getTime() <= STALE_MS);
  return fresh
    .flatMap((news) => lettersOf({ ...leaf, order }, seller, news, disputesUrl))
    .flatMap(({ to, name, mail }) => {
      const address = to === 'buyer' ? order.email : seller.email;
      const key = `${mail.kind}:${attempt.mode}:${attempt.accountId}:${name}`;
      return address ? [{ key, to: address, mail }] : [];
    });
}

function lettersOf(leaf: Told, seller: LedgerSeller, news: News, disputesUrl: string): Letter[] {
  switch (news.kind) {
    case 'paid':
    case 'renewed':
      return paidLetters(leaf, seller, news);
    case 'renewal_failed':
      return failedLetters(leaf, seller, news);
    case 'refunded':
      return [{ to: 'buyer', name: nameOf(news.refund), mail: refundMail(leaf, seller, news.refund) }];
    case 'refund_failed':
      return [{ to: 'seller', name: nameOf(news.refund), mail: refundFailedMail(leaf, news.refund) }];
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return [disputeLetter(leaf, news, disputesUrl)];
    case 'cancellation_set':
      return [endLetter(leaf, seller, { name: `set ${news.key}`, endsAt: news.endsAt, undone: false })];
    case 'cancellation_undone':
      return [endLetter(leaf, seller, { name: `undone ${news.key}`, endsAt: null, undone: true })];
    case 'subscription_ended':
      // The buyer already received an email when the end was scheduled.
      return news.expected ? [] : [endLetter(leaf, seller, { name: 'ended', endsAt: null, undone: false })];
    default:
      return [];
  }
}

const buyerOf = ({ buyerName, email }: Order): string => buyerName ?? email ?? '';

function paidLetters(leaf: Told, seller: LedgerSeller, { sale }: NewsWith<'sale'>): Letter[] {
  const { order } = leaf;
  const name = sale?.source ?? order.sessionId;
  const receipt = receiptMailOf({ ...leaf, sale, businessName: seller.businessName });
  const letters: Letter[] = [{ to: 'buyer', name, mail: receipt }];
  if (!sale || !seller.saleNotices) return letters;
  const { renewal } = sale;
  const { country } = order;
  const { answers } = leaf.attempt;
  const facts = { order: mailedOrder(order, sale), renewal, buyer: buyerOf(order), country, answers };
  return [...letters, { to: 'seller', name, mail: { kind: 'sale_notice', ...facts } }];
}

function failedLetters(
  { attempt, order, product }: Told,
  { businessName }: LedgerSeller,
  { renewal }: NewsWith<'renewal'>,
): Letter[] {
  const { amount, currency, payUrl } = renewal;
  const name = `${renewal.invoiceId}:${renewal.tries}`;
  const nextTryAt = renewal.nextTryAt?.toISOString() ?? null;
  const about = { productName: order.productName, amount, currency, nextTryAt };
  const look = sellerLook(businessName, attempt, product);
  return [
    { to: 'buyer', name, mail: { kind: 'renewal_failed', seller: look, payUrl, ...about } },
    {
      to: 'seller',
      name,
      mail: { kind: 'renewal_failed_notice', orderId: order.id, buyer: buyerOf(order), ...about },
    },
  ];
}

const nameOf = ({ refundId, id }: Refund): string => refundId ?? id;

function refundMail(
  { attempt, order, product, sales }: Told,
  { businessName }: LedgerSeller,
  refund: Refund,
): OpenMail {
  const { number, productName } = order;
  const sale = sales.find(({ id }) => id === refund.saleId);
  const whole = sale !== undefined && sale.refunded + sale.lost >= sale.amount;
  const { amount, currency } = refund;
  const look = sellerLook(businessName, attempt, product);
  return { kind: 'refund_made', seller: look, number, productName, amount, currency, whole };
}

const refundFailedMail = ({ order }: Told, { amount, currency, failure: reason }: Refund): OpenMail => ({
  kind: 'refund_failed_notice',
  orderId: order.id,
  number: order.number,
  amount,
  currency,
  reason,
});

function disputeLetter({ order }: Told, { kind, dispute }: NewsWith<'dispute'>, url: string): Letter {
  const { id: orderId, number, productName } = order;
  const { amount, currency, disputeId } = dispute;
  const inquiry = isInquiry(dispute.status);
  const about = { inquiry, orderId, number, amount, currency };
  if (kind !== 'disputed') {
    const outcome = kind === 'dispute_won' ? 'won' : 'lost';
    return {
      to: 'seller',
      name: `${disputeId}:${outcome}`,
      mail: { kind: 'dispute_closed', outcome, ...about },
    };
  }
  const { reason, dueBy }: Dispute = dispute;
  const open = { productName, buyer: buyerOf(order), reason, dueBy: dueBy?.toISOString() ?? null, url };
  const name = inquiry ? `${disputeId}:asked` : disputeId;
  return { to: 'seller', name, mail: { kind: 'dispute_notice', ...about, ...open } };
}

function endLetter(
  { attempt, order, product }: Told,
  { businessName }: LedgerSeller,
  { name, endsAt, undone }: { name: string; endsAt: Date | null; undone: boolean },
): Letter {
  const seller = sellerLook(businessName, attempt, product);
  const { productName } = order;
  return {
    to: 'buyer',
    name: `${attempt.id}:${name}`,
    mail: { kind: 'subscription_ends', seller, productName, endsAt: endsAt?.toISOString() ?? null, undone },
  };
}
