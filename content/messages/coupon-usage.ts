import { plural } from './plural.ts';

/** How often a coupon was used, and what limits it. */
export const couponUsageMessages = {
  limits: {
    payments: ({ count }: { count: number }) =>
      plural(count, { one: 'first payment', other: `first ${count} payments` }),
    buyers: { new: 'new buyers', page: 'buyers of one page' },
    startsAt: ({ time }: { time: string }) => `from ${time}`,
    endsAt: ({ time }: { time: string }) => `until ${time}`,
    perBuyer: ({ count }: { count: number }) => `${count} per buyer`,
    minimum: ({ amount }: { amount: string }) => `${amount} minimum`,
  },
  usage: {
    total: ({ limit }: { limit: number }) =>
      plural(limit, { one: `${limit} use in total`, other: `${limit} uses in total` }),
    noCodes: 'no codes yet',
    used: ({ used }: { used: number }) => plural(used, { one: `${used} use`, other: `${used} uses` }),
    usedOfLimit: ({ used, limit }: { used: number; limit: number }) => `${used} of ${limit} used`,
    pending: ({ count }: { count: number }) => `${count} in checkout`,
    revenue: ({ amount }: { amount: string }) => `${amount} revenue`,
  },
};
