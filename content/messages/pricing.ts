/** Plan cards and the pricing page. */
export const pricingMessages = {
  description: ({ prices, trialDays }: { prices: string; trialDays: number }) =>
    `${prices} per month. Try any plan free for ${trialDays} days, no credit card required. We take no share of your sales.`,
  title: 'Pricing',
  lead: ({ trialDays }: { trialDays: number }) =>
    `Try any plan free for ${trialDays} days, no credit card required. Your trial starts when you first open the builder or choose a plan. Building pages is free forever, even without a plan.`,
  plansTitle: 'Plans',
  startTrial: ({ trialDays }: { trialDays: number }) => `Start ${trialDays}-Day Free Trial`,
  card: {
    popular: 'Most Popular',
    perMonth: 'per month',
    limit: ({ limit }: { limit: string }) => `Up to ${limit} in sales per month.`,
    unlimited: 'Unlimited sales.',
    comingSoon: 'Coming soon',
  },
  fee: {
    title: ({ price }: { price: string }) => `What you keep from a ${price} sale`,
    lead: 'Stripe’s fee is the only fee per sale. You pay us only for your plan.',
    note: ({ international, conversion }: { international: string; conversion: string }) =>
      `This is Stripe’s usual fee for a card from your own country. International cards usually add ${international}, and currency conversion adds ${conversion}.`,
    stripe: ({ percent, fixed }: { percent: string; fixed: string }) => `Stripe, ${percent} + ${fixed}`,
    total: 'You keep (USD)',
  },
  comparison: {
    title: 'Compare plans',
    feature: 'Feature',
    included: 'Included',
    notIncluded: 'Not included',
  },
  faqTitle: 'Frequently asked questions',
} as const;
