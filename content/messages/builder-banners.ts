type Account = { account: string };

/** Texts of the banners above the builder's form. */
export const builderBannerMessages = {
  recentPages: { label: 'Your pages', title: 'Continue editing', allPages: 'All pages' },
  stripe: {
    label: 'Stripe',
    connected: 'Stripe account connected',
    openDashboard: 'Open Stripe dashboard',
    dashboardError: 'Failed to Open Dashboard',
    onboardingLink: 'Open Stripe',
    opening: 'Opening…',
    createAccount: 'Create Stripe account',
    connect: 'Connect Stripe',
    continueOnboarding: 'Continue Onboarding',
    reconnect: 'Reconnect your previous account',
    connectExisting: 'Use existing account',
    connectionError: 'Connection Failed',
    alreadyConnected: { title: 'Already Connected', message: 'Your Stripe account is ready to take payments.' },
    returned: { title: 'Connected', message: 'Your Stripe account is connected. You can publish now.' },
    returnedIncomplete: {
      title: 'Onboarding Incomplete',
      message: 'Stripe needs more information. Continue where you left off.',
    },
    incomplete: {
      title: 'Finish setting up Stripe.',
      text: 'Stripe needs more information before you can get paid.',
    },
    notConnected: {
      title: 'Connect Stripe to take payments.',
      text: 'Payments go straight to your account.',
      newAccountText: 'Payments go straight to your account. Connecting creates a new Stripe account for this site.',
    },
    disconnected: {
      title: 'Your Stripe account is disconnected.',
      account: ({ name, id }: { name: string; id: string }) => `${name} (${id})`,
      reconnectText: ({ account }: Account) => `Reconnect ${account} to take payments again, or create a new account.`,
      createText: ({ account }: Account) =>
        `If we still have access to ${account}, we’ll reconnect it. Otherwise, we’ll create a new Stripe account.`,
    },
  },
  suspended: {
    label: 'Taken down',
    title: 'This page was taken down.',
    /** Follows the operator's reason. */
    text: 'You can edit this page, but you can’t publish it. If you have questions, write to <email></email>.',
  },
  paused: {
    label: 'Payments paused',
    title: 'Payments are paused on this page.',
    /** Follows the reason. `time`: in about 6 hours. */
    text: ({ time }: { time: string }) => `Payments resume automatically ${time}.`,
    resume: 'Resume payments',
    resuming: 'Resuming…',
    resumed: 'Payments resumed',
    error: 'Couldn’t resume payments',
  },
  conflict: {
    title: 'This page was changed elsewhere.',
    text: 'Choose which version to keep. Your changes aren’t saved until then.',
    loadOther: 'Load the other version',
    keepOwn: 'Keep my version',
  },
  notSaved: {
    title: 'Your latest changes aren’t saved.',
    /** Follows the server's message. */
    text: 'We kept a copy in this browser.',
  },
  localCopy: {
    title: 'We found unsaved changes.',
    text: ({ time }: { time: string }) => `You made them in this browser on ${time}.`,
    discard: 'Discard changes',
    restore: 'Restore changes',
  },
};
