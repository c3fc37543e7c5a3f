import { plural } from './plural.ts';

/** Errors of orders, refunds and buyers’ subscriptions that need more than the text of their code. */
export const orderErrorMessages = {
  disconnected: 'Your Stripe account is no longer connected. Connect it again first.',
  sellerUnreachable: 'The seller’s payment account isn’t available. Contact the seller.',
  notStripe: 'This payment wasn’t made through Stripe, so you can’t refund it here.',
  noReceipt: 'Nothing was paid for this order, so there’s no receipt.',
  refund: {
    unitsAboveRest: ({ count, name }: { count: number; name: string }) =>
      plural(count, {
        one: `Only 1 unit of “${name}” is left to refund.`,
        other: `Only ${count} units of “${name}” are left to refund.`,
      }),
    lineItemsOrAmount: 'Specify either line items or an amount.',
    unitsOrAmount: 'Specify either a quantity or an amount.',
    alreadyRefunded: 'This payment has already been refunded in full.',
    notRefundable: 'Stripe doesn’t allow a refund of this payment. Nothing has changed.',
    balanceTooLow: 'Your Stripe balance is too low for this refund. Add funds in Stripe, or wait for new payments.',
    neverReceived: 'Stripe never received this refund. Nothing has changed.',
  },
} as const;
