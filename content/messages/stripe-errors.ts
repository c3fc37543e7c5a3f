/** States and errors of a seller’s Stripe connection. */
export const stripeErrorMessages = {
  unfinished:
    'Your connected Stripe account is missing details. Continue onboarding, or disconnect the account in your Stripe dashboard first.',
  notConnected: 'No Stripe account is connected. Connect one first.',
  disabled: {
    rejected: 'Stripe rejected this account. See your Stripe dashboard for the reason.',
    pendingVerification: 'Stripe is verifying your details. This can take a day or two.',
    underReview: 'Stripe is reviewing your account.',
    detailsMissing: 'Stripe needs more details before you can accept payments.',
  },
} as const;
