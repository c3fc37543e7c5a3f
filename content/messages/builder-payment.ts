/** Texts of the builder's section about payment methods. */
export const builderPaymentMessages = {
  title: 'Payment methods',
  methods: {
    legend: 'Buyers can pay with',
    card: 'Cards and wallets',
    stripe: 'Everything turned on in Stripe',
  },
  cardHint: 'Cards, Apple Pay, and Google Pay.',
  moreOnAccount: ({ methods }: { methods: string }) =>
    `Your Stripe account also accepts ${methods}. Buyers don’t see them on this page.`,
  list: {
    legend: 'Offered on this page',
    hint: 'Stripe shows each buyer the ones that fit their country, currency, and amount.',
    included: ({ methods }: { methods: string }) => `You can turn off ${methods} only in your Stripe dashboard.`,
    country: ({ name, country }: { name: string; country: string }) => `${name} (${country})`,
    debit: 'Takes days to arrive',
    voucher: 'Voucher, takes days to arrive',
    transfer: 'Bank transfer, takes days to arrive',
    notInstant: 'Not offered because payments take days to arrive',
  },
  off: ({ methods }: { methods: string }) => `Turned off in Stripe: ${methods}.`,
  cardsOnly: 'Only cards are turned on in Stripe. Turn on more in your Stripe dashboard.',
  unknown: 'Connect Stripe to see your payment methods here.',
  openDashboard: 'Open Stripe dashboard',
  refresh: 'Refresh list',
  refreshing: 'Refreshing…',
  refreshError: 'Couldn’t refresh the list',
  instantOnly: {
    label: 'Only payments that arrive right away',
    hint: 'Turns off bank debits, vouchers, and bank transfers, which take days and can still fail.',
    stock: ({ stock }: { stock: string }) =>
      `This page has limited stock (${stock}), so it only accepts payments that arrive right away.`,
    closing: 'This page closes within 14 days, so it only accepts payments that arrive right away.',
  },
};
