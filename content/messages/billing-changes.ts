type Named = { plan: string };

/** Texts of dialogs and toasts about changes of the plan. Dates and amounts arrive formatted. */
export const billingChangeMessages = {
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
