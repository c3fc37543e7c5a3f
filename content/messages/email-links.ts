/** Landing page of the links in account emails. */
export const emailLinkMessages = {
  noScript: 'This link needs JavaScript. Turn on JavaScript for this site.',
  otherAccount:
    'You’re signed in as <email></email> in this browser. If this link is for another account, you’ll be signed out of this one.',
  email: {
    title: 'Confirm your sign-in',
    text: 'Continue to sign in on this device.',
    submit: 'Sign in',
    busy: 'Signing in…',
  },
  signup: {
    title: 'Confirm your email address',
    text: 'This also signs you in on this device.',
    submit: 'Confirm email',
    busy: 'Confirming…',
  },
  recovery: {
    title: 'Reset your password',
    text: 'Continue to sign in on this device and choose a new password.',
    submit: 'Choose a new password',
    busy: 'Opening…',
  },
  email_change: {
    title: 'Confirm your new email address',
    text: 'Someone asked to change the email address of your account. Confirm only if it was you.',
    submit: 'Confirm change',
    busy: 'Confirming…',
  },
  accountReset: {
    title: 'Confirm your email address',
    text: 'You aren’t signed in to this account in this browser. If you signed up in another browser, open the link there. Otherwise, confirm here and choose a new password. This signs out every other browser and removes any other sign-in methods, API keys, and connected Stripe account.',
    submit: 'Confirm and set password',
    busy: 'Confirming…',
  },
  confirmed: {
    signup: ({ email }: { email: string }) => ({ title: 'Email confirmed', message: email }),
    emailChange: ({ email }: { email: string }) => ({
      title: 'Email changed',
      message: `From now on, sign in with ${email}.`,
    }),
  },
  otherAddress: {
    title: 'Email confirmed',
    text: 'Now open the link we sent to your other email address. Your email address changes once both are confirmed.',
    textWithAddresses: ({ current, next }: { current: string; next: string }) =>
      `We emailed a link to ${current} and another to ${next}. Now open the other link. Your email address changes once both are confirmed.`,
    submit: 'Continue',
  },
  expired: {
    title: 'This link no longer works',
    email: { text: 'It has been used or is more than an hour old.', link: 'Go to sign-in' },
    emailChange: {
      text: 'It has been used or is more than an hour old. If your email hasn’t changed yet, request the change again in your account settings.',
      link: 'Go to account settings',
    },
    confirmed: { text: 'Your email address is already confirmed.', link: 'Go to the builder' },
    request: 'It has been used or is more than an hour old. Request a new one here.',
  },
} as const;
