import type { AccountDeletionSummary } from '#domain/account.ts';
import { PLANS } from '#domain/plans.ts';

function describePages({ total, onSale }: AccountDeletionSummary['pages']): string {
  const deletedSentence = total === 1 ? 'Your page is deleted.' : `${total} pages are deleted.`;
  if (onSale === 0) return deletedSentence;
  if (total === 1) return `${deletedSentence} It is on sale now, and stops selling at once.`;
  const [subject, verbs] = onSale === 1 ? ['One of them', ['is', 'stops']] : [`${onSale} of them`, ['are', 'stop']];
  return `${deletedSentence} ${subject} ${verbs[0]} on sale now, and ${verbs[1]} selling at once.`;
}

const describeBuyerSubscriptions = (count: number): string =>
  count === 1
    ? 'One subscription of a buyer goes on at your Stripe account until you end it there.'
    : `${count} subscriptions of buyers go on at your Stripe account until you end them there.`;

function describePlan(id: string): string {
  const plan = PLANS.find((candidate) => candidate.id === id);
  return `Your ${plan ? `${plan.name} ` : ''}plan ends at once, and nothing more is charged.`;
}

/** Describes the consequences of a deletion, one sentence for each affected item. */
export function describeDeletion(preview: AccountDeletionSummary): string[] {
  const { pages, orders, buyersSubscriptions, subscription, connected } = preview;
  const orderCount = orders === 1 ? 'one order' : `${orders} orders`;
  return [
    ...(pages.total > 0 ? [describePages(pages)] : []),
    ...(orders > 0 ? [`The record of ${orderCount} is kept for the books, without your name and address.`] : []),
    ...(buyersSubscriptions > 0 ? [describeBuyerSubscriptions(buyersSubscriptions)] : []),
    ...(subscription ? [describePlan(subscription.plan)] : []),
    ...(connected ? ['Your Stripe account stays yours, with its money and customers. It is only disconnected.'] : []),
    'Every browser is signed out, and nobody can bring the account back.',
  ];
}
