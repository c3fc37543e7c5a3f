import { plural } from './plural.ts';

type Named = { plan: string };

/** Texts of the plan banner, and of dialogs and toasts about changes of the plan. Dates and amounts arrive formatted. */
export const billingChangeMessages = {
  banner: {
    label: 'Your plan',
    pastDue: 'Payment failed - Please update your payment method',
    needsUpgrade: ({ plan }: Named) => `You've exceeded your limit! We're upgrading you to ${plan} plan`,
    none: 'No active subscription. Subscribe to start creating checkout pages',
    ending: '<b>Canceled.</b> Your pages accept payments until <date></date>.',
    ended: '<b>Your plan has ended.</b> Your pages are saved, but they can’t accept payments until you reactivate it.',
    trial: ({ plan, days, hasCard }: Named & { days: number; hasCard: boolean }) => {
      const afterTrial = hasCard ? 'We’ll charge your card when the trial ends.' : 'No credit card required.';
      return plural(days, {
        one: `<b>1 day left</b> in your ${plan} trial. ${afterTrial}`,
        other: `<b>${days} days left</b> in your ${plan} trial. ${afterTrial}`,
      });
    },
    nearLimit: ({ plan, percentage }: Named & { percentage: number }) =>
      `<b>You’ve used ${percentage}%</b> of your ${plan} plan’s monthly sales limit.`,
    limitReached: ({ plan }: Named) => `<b>You’ve exceeded</b> your ${plan} plan’s monthly sales limit.`,
    trialLeft: ({ days }: { days: number }) =>
      plural(days, { one: '1 day left in your trial.', other: `${days} days left in your trial.` }),
    newPrice: ({ plan, amount }: Named & { amount: string }) =>
      `Starting <date></date>, <b>${plan}</b> costs ${amount} a month.`,
    changedPrice: ({ plan, amount, oldAmount }: Named & { amount: string; oldAmount: string }) =>
      `Starting <date></date>, <b>${plan}</b> costs ${amount} a month instead of ${oldAmount}.`,
    active: ({ plan }: Named) => `<b>${plan}</b> is active`,
    updatePayment: 'Update Payment',
    viewInvoice: 'View invoice',
    viewPlan: 'View your plan',
    choosePlan: 'Choose a plan',
    comparePlan: ({ plan }: Named) => `View ${plan}`,
    reactivate: 'Reactivate',
    viewPlans: 'View Plans',
  },
  changeDialog: {
    upgradeTitle: ({ plan, amount }: Named & { amount: string }) => `Upgrade to ${plan} for ${amount} a month?`,
    downgradeTitle: ({ plan, date }: Named & { date: string }) => `Downgrade to ${plan} on ${date}?`,
    downgradeTitleUndated: ({ plan }: Named) => `Downgrade to ${plan} on your next billing date?`,
    upgradeNow: ({ plan }: Named) =>
      `${plan} starts immediately. The prorated difference for this billing period is due now.`,
    upgradeNowWithCard: ({ plan, card }: Named & { card: string }) =>
      `${plan} starts immediately. We’ll charge the prorated difference for this billing period to your ${card} now.`,
    upgradeLater: ({ date, amount }: { date: string; amount: string }) =>
      `Starting ${date}, you’ll pay ${amount} a month.`,
    downgrade: ({ currentPlan, amount }: { currentPlan: string; amount: string }) =>
      `You keep ${currentPlan} until then. You won’t be charged now. After that, you’ll pay ${amount} a month.`,
    cancel: 'Cancel',
    busy: 'Changing plan…',
  },
  cancelDialog: {
    title: ({ plan }: Named) => `Cancel ${plan}?`,
    text: ({ date }: { date: string }) => `Your pages accept payments until ${date}.`,
    textUndated: 'Your pages accept payments until the end of the billing period.',
    reassurance: 'Nothing is deleted. If you reactivate your plan, your pages work again at the same URLs.',
    keep: ({ plan }: Named) => `Keep ${plan}`,
    confirm: 'Cancel plan',
    busy: 'Canceling…',
    done: 'Plan canceled',
    doneText: ({ date }: { date: string }) => `Your pages accept payments until ${date}.`,
    failed: 'Couldn’t cancel your plan',
  },
  reactivateDialog: {
    endedTitle: ({ plan, amount }: Named & { amount: string }) => `Reactivate ${plan} for ${amount} a month?`,
    endingTitle: ({ plan }: Named) => `Reactivate ${plan}?`,
    ending: ({ date }: { date: string }) => `Your plan continues after ${date}. You won’t be charged now.`,
    endingUndated: 'Your plan continues after this billing period. You won’t be charged now.',
    withCard: ({ card, amount }: { card: string; amount: string }) =>
      `We’ll charge ${amount} to your ${card} today and every month after that. Your pages work again at the same URLs.`,
    withoutCard: ({ amount }: { amount: string }) =>
      `First, you’ll add a card on Stripe. We’ll charge ${amount} to it right away and every month after that. Your pages work again at the same URLs.`,
    cancel: 'Cancel',
    confirm: 'Reactivate',
    busy: 'Reactivating…',
    done: { title: 'Plan reactivated', message: 'Your pages accept payments again.' },
    noCard: { title: 'No card added', message: 'To reactivate your plan, add a card.' },
    failed: 'Couldn’t reactivate your plan',
  },
  portal: { addCard: 'Add a card', manage: 'Manage Subscription' },
  cardErrors: {
    addCard: 'Add a card',
    useOtherCard: 'Use another card',
    updatePaymentMethod: 'Update payment method',
    openInvoice: 'Continue on Stripe',
  },
  updated: {
    title: 'Plan Updated!',
    upgraded: ({ plan, amount }: Named & { amount: string }) => `You’re now on ${plan}. We charged ${amount}.`,
    switched: ({ plan }: Named) => `You’re now on ${plan}. You won’t be charged during the trial.`,
    scheduled: ({ plan, date }: Named & { date: string }) => `${plan} starts on ${date}.`,
    scheduledUndated: ({ plan }: Named) => `${plan} starts with your next billing cycle.`,
    kept: ({ plan }: Named) => `You’re staying on ${plan}.`,
    paymentNeeded: 'Payment needed',
    paymentNeededText: ({ plan }: Named) => `${plan} starts as soon as its invoice is paid.`,
    payInvoice: 'Pay invoice',
    failed: 'Failed to upgrade plan',
  },
};
