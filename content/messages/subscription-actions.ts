/** Texts of what sellers can do with a buyer’s subscription or payment plan. */
export const subscriptionActionMessages = {
  actions: {
    resume: 'Resume',
    cancel: 'Cancel',
    cancelNow: 'Cancel now',
    endPlan: 'End plan',
    resuming: 'Resuming…',
    /** Follows the label of an action; for screen readers. */
    suffix: ({ buyer }: { buyer: string }) => `, subscription of ${buyer}`,
    planSuffix: ({ buyer }: { buyer: string }) => ` of ${buyer}`,
  },

  toasts: {
    planEnded: {
      title: 'Payment plan ended',
      message: ({ product }: { product: string }) => `The buyer won’t be charged for “${product}” again.`,
    },
    endPlanFailure: 'Couldn’t end the payment plan',
    ended: { title: 'Subscription canceled', message: ({ product }: { product: string }) => `“${product}” has ended.` },
    ending: {
      title: 'Cancellation scheduled',
      message: ({ product, date }: { product: string; date: string }) => `“${product}” ends on ${date}.`,
    },
    resumed: {
      title: 'Subscription resumed',
      message: ({ product, date }: { product: string; date: string }) => `“${product}” renews on ${date}.`,
    },
    cancelFailure: 'Couldn’t cancel the subscription',
    resumeFailure: 'Couldn’t resume the subscription',
  },
};
