/** Texts of the script of public pages. */
export const siteScriptMessages = {
  signingOut: 'Signing out…',
  signOutFailed: {
    title: 'Error',
    message: 'You’re still signed in because we couldn’t reach the server. Try again.',
  },
  loading: 'Loading',
  closeToast: ({ title }: { title: string }) => `Close: ${title}`,
  trial: {
    starting: 'Starting…',
    signInRequired: { title: 'Authentication Required', message: 'Please sign in to start your free trial' },
    failed: 'Failed to start trial. Please try again.',
    unavailable: 'You can’t start a new trial',
    started: ({ days, plan }: { days: number; plan: string }) => ({
      title: 'Trial Started!',
      message: `You’re on ${plan}. The trial lasts ${days} days, no credit card required.`,
    }),
  },
} as const;
