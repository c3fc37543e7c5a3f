import { plural } from './plural.ts';

type Named = { plan: string };

/** Texts of a seller’s plan on the subscription page and in the builder. Dates and amounts arrive formatted. */
export const billingMessages = {
  opening: 'Opening…',
  loadFailedToast: { title: 'Error', message: 'Failed to load subscription status' },
  /** Titles of the tab that opens Stripe’s customer portal. */
  portal: { addCard: 'Add a card', manage: 'Manage Subscription' },
  portalFailed: 'Failed to open subscription portal',
  addCard: 'Add a card',
  payInvoice: 'Pay invoice',
  card: ({ brand, last4 }: { brand: string; last4: string }) => `${brand} ending in ${last4}`,
  unknownCard: ({ last4 }: { last4: string }) => `Card ending in ${last4}`,
  usage: {
    title: 'Usage this month',
    barLabel: 'Sales this month',
    barValue: ({ amount, limit }: { amount: string; limit: string }) => `${amount} of ${limit}`,
    unlimited: 'Unlimited sales on Pro',
    over: ({ limit }: { limit: string }) => `over ${limit}`,
    left: ({ limit }: { limit: string }) => `left of ${limit}`,
    summary: ({ count, resetDay }: { count: number; resetDay: string }) =>
      plural(count, {
        one: `1 sale, net of refunds. Resets on ${resetDay}.`,
        other: `${count} sales, net of refunds. Resets on ${resetDay}.`,
      }),
    limit: ({ plan, limit }: Named & { limit: string }) =>
      `If your sales exceed ${limit}, we’ll upgrade you to ${plan} and charge the prorated difference. We never stop a sale.`,
    limitInTrial: ({ plan, limit }: Named & { limit: string }) =>
      `If your sales exceed ${limit}, we’ll upgrade you to ${plan}. It’s free during your trial. We never stop a sale.`,
  },
};
