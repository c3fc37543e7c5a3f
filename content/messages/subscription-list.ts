import { plural } from './plural.ts';

/** A number and its formatted text. */
type Count = { count: number; text: string };

/** Texts of the list of buyers’ subscriptions. */
export const subscriptionListMessages = {
  title: 'Orders',
  caption: 'Subscriptions, newest first',
  columns: {
    buyer: 'Buyer',
    product: 'Product',
    state: 'Status',
    nextStep: 'Next payment',
    amount: 'Amount',
    net: 'Net so far',
    actions: 'Actions',
  },
  found: ({ count, text }: Count) =>
    plural(count, { one: '1 subscription found', other: `${text} subscriptions found` }),
  search: { label: 'Search subscriptions', placeholder: 'Name, email, product, or order' },
  allStates: 'All',
  loadError: 'Couldn’t load your subscriptions',
  empty: {
    title: 'No subscriptions yet',
    text: 'To sell subscriptions, set a page’s payment type to Subscription. Your subscribers, their payments, and their next renewals appear here.',
    link: 'Go to your pages',
  },
  noMatches: {
    title: 'No subscriptions match these filters',
    searchTitle: 'No subscriptions match “<search></search>”',
    clear: 'Clear filters',
  },
  beyondEnd: {
    title: 'No more subscriptions',
    text: 'You’ve reached the end of this list.',
    link: 'Show the newest subscriptions',
  },
  pagination: {
    label: 'Subscription list pages',
    previous: 'Newer subscriptions',
    next: 'Older subscriptions',
    count: ({ count, text }: Count) => plural(count, { one: '1 subscription', other: `${text} subscriptions` }),
    range: ({ first, last, total }: { first: string; last: string; total: string }) => `${first}–${last} of ${total}`,
  },
};
