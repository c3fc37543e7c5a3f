import { plural } from './plural.ts';

type Plan = { plan: string };

/** Emails to sellers about their own plan, trial and sales limit. */
export const planEmailMessages = {
  seePlan: 'See your plan',
  seeUsage: 'See your usage',
  addCard: 'Add a card',
  pay: 'Pay now',
  reactivate: 'Reactivate your plan',
  details: {
    trialEnds: 'Trial ends',
    afterwards: 'After that',
    monthlySales: 'Monthly sales',
    previousPlan: 'Previous plan',
    newPlan: 'New plan',
    planEnds: 'Plan ends',
    priceUntilThen: 'Price until then',
    newPrice: 'New price',
    newPriceFrom: 'New price from',
  },
  perMonth: ({ price }: { price: string }) => `${price} a month`,
  planWithPrice: ({ plan, price }: Plan & { price: string }) => `${plan} (${price} a month)`,
  planAndPrice: ({ plan, price }: Plan & { price: string }) => `${plan}, ${price}`,
  limit: ({ limit }: { limit: string }) => `Up to ${limit}`,
  unlimited: 'Unlimited',
  consent: ({ plan }: Plan) =>
    `If your monthly sales exceed the limit, we upgrade you to ${plan} automatically and charge the prorated difference right away. During the trial, or without a card, nothing is charged. We never stop a sale.`,
  consentNextPlan:
    'If your monthly sales exceed the limit, we upgrade you to the next plan that fits and charge the prorated difference right away. During the trial, or without a card, nothing is charged. We never stop a sale.',

  priceChange: {
    subject: ({ plan, price, day }: Plan & { price: string; day: string }) =>
      `Your ${plan} plan costs ${price} a month from ${day}`,
    title: ({ plan }: Plan) => `A new price for your ${plan} plan`,
    change: ({ plan, oldPrice, newPrice, day }: Plan & { oldPrice: string; newPrice: string; day: string }) =>
      `From ${day}, your ${plan} plan costs ${newPrice} instead of ${oldPrice} a month.`,
    raised: 'Until then, your price stays the same. Cancel before that day and you never pay the new price.',
    lowered: 'The lower price begins with your next renewal. You don’t need to do anything.',
  },
  priceStays: {
    subject: ({ plan, price }: Plan & { price: string }) => `Your ${plan} plan stays at ${price} a month`,
    title: ({ plan, price }: Plan & { price: string }) => `Your ${plan} plan stays at ${price}`,
    preview: 'The new price we announced doesn’t apply.',
    text: ({ plan, price }: Plan & { price: string }) =>
      `We announced a new price for your ${plan} plan. It doesn’t apply: your plan still costs ${price} a month.`,
  },

  trialStarted: {
    subject: ({ plan, days }: Plan & { days: number }) => `Your ${days}-day trial of ${plan} has started`,
    title: 'Your trial has started',
    preview: 'You don’t pay anything until it ends, and you don’t need a card.',
    text: ({ plan, days }: Plan & { days: number }) =>
      `Welcome! You can try everything in ${plan} for ${days} days. You don’t pay anything until the trial ends, and you don’t need a card.`,
    advice:
      'To keep your pages live, add a card before the trial ends. Without one, you aren’t charged: your pages stop taking payments, and we keep everything for you.',
    create: 'Create your first page',
  },

  trialEnds: {
    subject: ({ days }: { days: number }) =>
      days <= 0
        ? 'Your trial ends today'
        : plural(days, { one: 'Your trial ends in one day', other: `Your trial ends in ${days}\u00a0days` }),
    preview: 'Add a card to keep your pages live. Without one, you aren’t charged.',
    withCard:
      'Already added a card? Then you’re all set: your plan continues, and we charge the first month when the trial ends.',
    withoutCard:
      'Without a card, you aren’t charged. Your pages stop taking payments, and buyers see a notice. Your pages, drafts, and orders are kept.',
  },

  trialEnded: {
    subject: 'Your trial has ended. We kept your pages.',
    title: 'Your trial has ended',
    preview: 'You weren’t charged. Your pages can’t take payments until you reactivate your plan.',
    text: 'You hadn’t added a card, so you weren’t charged and your subscription is paused. Your pages can’t take payments for now, and buyers see a notice. Your pages, drafts, and orders are kept.',
    advice: ({ plan, price }: Plan & { price: string }) =>
      `Reactivate ${plan} for ${price} at any time, and your pages take payments again at the same URLs.`,
  },

  soldThisMonth: 'Sold this month',
  usageWarning: {
    subject: ({ plan, percentage }: Plan & { percentage: string }) =>
      `You’ve used ${percentage} of ${plan}’s sales limit this month`,
    title: ({ percentage }: { percentage: string }) => `You’ve used ${percentage} of this month’s sales limit`,
    preview: ({ plan, sales, limit }: Plan & { sales: string; limit: string }) =>
      `${sales} of the ${limit} that ${plan} includes.`,
    text: ({ plan, sales, limit }: Plan & { sales: string; limit: string }) =>
      `You’ve sold ${sales} this month, and ${plan} includes ${limit}. The count resets to zero on the 1st (UTC).`,
  },

  limitReached: {
    subject: ({ plan }: Plan) => `You’ve reached ${plan}’s sales limit for this month`,
    title: ({ plan }: Plan) => `You’ve reached ${plan}’s sales limit`,
    preview: ({ plan, sales, limit }: Plan & { sales: string; limit: string }) =>
      `${sales} sold this month; ${plan} includes ${limit}.`,
    text: ({ plan, sales, limit }: Plan & { sales: string; limit: string }) =>
      `You’ve sold ${sales} this month, and ${plan} includes ${limit}. Your pages keep taking payments, and buyers won’t notice anything.`,
    willCharge: 'We’ll email you the amount when we charge your card.',
    noCharge: 'You aren’t charged now.',
  },

  upgraded: {
    subjectCharged: ({ plan, amount }: Plan & { amount: string }) => `You’re now on ${plan}: ${amount} charged`,
    subjectFree: ({ plan }: Plan) => `You’re now on ${plan}`,
    title: ({ plan }: Plan) => `You’re now on the ${plan} plan`,
    previewCharged: ({ amount }: { amount: string }) => `${amount} was charged.`,
    previewFree: 'Nothing was charged.',
    charged: 'Prorated charge',
    textCharged: ({ month, from, to, amount }: { month: string; from: string; to: string; amount: string }) =>
      `Your ${month} sales exceeded ${from}’s limit, so we upgraded you to ${to}, as agreed. We charged ${amount} to your card: the prorated difference between the two plans.`,
    textFree: ({ month, from, to }: { month: string; from: string; to: string }) =>
      `Your ${month} sales exceeded ${from}’s limit, so we upgraded you to ${to}, as agreed. You weren’t charged for the upgrade.`,
    advice:
      'Expecting fewer sales? You can choose a smaller plan at any time. It starts with your next billing period, as long as that month’s sales fit its limit.',
  },

  upgradeNeedsPayment: {
    preview: 'Your sales exceeded your plan’s limit. Your pages keep taking payments.',
    noCard: {
      subject: ({ plan }: Plan) => `Add a card to upgrade to ${plan}`,
      text: ({ plan, price }: Plan & { price: string }) =>
        `This month’s sales exceed your plan’s limit, and ${plan} (${price}) is the plan that fits. We don’t have a card on file, so nothing was charged and your plan hasn’t changed.`,
    },
    declined: {
      subject: ({ plan }: Plan) => `Your payment for ${plan} failed`,
      text: ({ plan, price }: Plan & { price: string }) =>
        `This month’s sales exceed your plan’s limit, and ${plan} (${price}) is the plan that fits. We couldn’t charge the difference to your card, so your plan hasn’t changed.`,
    },
    note: 'Your pages keep taking payments in the meantime, and buyers won’t notice anything.',
  },

  paymentFailed: {
    subject: ({ amount }: { amount: string }) => `Your payment of ${amount} failed`,
    title: 'Your payment failed',
    preview: ({ plan, amount }: Plan & { amount: string }) => `${amount} for ${plan} is due.`,
    due: ({ plan }: Plan) => `Due for ${plan}`,
    nextTry: ({ plan, at }: Plan & { at: string }) =>
      `We couldn’t charge your card for ${plan}. We’ll try again on ${at}. Your pages stay live until then.`,
    noNextTry: ({ plan }: Plan) =>
      `We couldn’t charge your card for ${plan}. We won’t try again automatically. Pay now to keep your pages live.`,
    advice: 'If your card has expired or was replaced, or your bank declined it, you can pay with a different one now.',
    updateCard: 'Update your card',
  },

  ended: {
    subject: ({ plan }: Plan) => `Your ${plan} plan has ended`,
    preview: 'Your pages can’t take payments anymore. Your pages, drafts, and orders are kept.',
    text: 'Your pages no longer take payments, and buyers see a notice. Your pages, drafts, and orders are kept. You won’t be charged again.',
    advice: 'Come back at any time, and your pages take payments again at the same URLs.',
  },

  canceled: {
    subject: ({ plan, day }: Plan & { day: string }) => `Your ${plan} plan ends on ${day}`,
    title: ({ plan }: Plan) => `Your ${plan} plan is canceled`,
    preview: 'Your pages stay live until it ends.',
    text: 'Your pages stay live until then, and you won’t be charged again. After that, they no longer take payments. Your pages, drafts, and orders are kept.',
    advice: 'Changed your mind? Reactivate your plan before it ends, and it continues as before.',
  },
} as const;
