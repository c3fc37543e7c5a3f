import type { AccountFate } from '#domain/account.ts';

const some = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

/** What becomes of everything, a sentence for each thing that there is. */
export function fateWords({
  pages,
  orders,
  buyersSubscriptions,
  subscription,
  connected,
}: AccountFate): string[] {
  const words: string[] = [];
  if (pages.total > 0) {
    const sale =
      pages.onSale > 0 ? ` ${pages.onSale === pages.total ? 'All' : pages.onSale} on sale now.` : '';
    words.push(`${some(pages.total, 'Your page is', 'pages are')} deleted, and so are the addresses.${sale}`);
  }
  if (orders > 0)
    words.push(
      `Your list of ${some(orders, 'one order', 'orders')} is deleted. The payments stay at Stripe.`,
    );
  if (buyersSubscriptions > 0)
    words.push(
      `${some(buyersSubscriptions, 'One buyer’s subscription goes', 'buyers’ subscriptions go')} on at your Stripe account until you end them there.`,
    );
  if (subscription) words.push(`Your ${subscription.plan} plan ends at once, and nothing more is charged.`);
  if (connected) words.push('Your Stripe account stays yours. It is only disconnected from here.');
  words.push('Every browser is signed out, and nobody can bring the account back.');
  return words;
}
