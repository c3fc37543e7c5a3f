import { plural } from './plural.ts';

type Named = { plan: string };

/** Texts of the banner about the seller's plan. Dates and amounts arrive formatted. */
export const planBannerMessages = {
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
};
