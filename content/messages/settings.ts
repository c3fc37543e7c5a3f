import { plural } from './plural.ts';

/** Texts of the account settings, except sign-in security (`settings-security.ts`). */
export const settingsMessages = {
  title: 'Account',
  navLabel: 'Account settings',
  loadError: { title: 'Couldn’t load your account', description: 'Check your connection and try again.' },
  tryAgain: 'Try again',
  sections: {
    profile: 'Profile',
    email: 'Email',
    password: 'Password',
    twoFactor: 'Two-factor authentication',
    passkeys: 'Passkeys',
    connectedAccounts: 'Connected accounts',
    notifications: 'Email notifications',
    sessions: 'Sessions',
    securityEvents: 'Security events',
    data: 'Your data',
    deleteAccount: 'Delete account',
  },
  profile: {
    nameLabel: 'Your name',
    nameHint: 'Only you see it. Buyers see your Stripe business name.',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Name saved',
  },
  email: {
    description: 'Used to sign in and to contact you about your account.',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed',
    unconfirmedHint: 'Open the link we emailed you to confirm your address.',
    change: { visible: 'Change', hidden: 'email address' },
    pending: {
      badge: 'Pending',
      hint: ({ recipients: [newEmail = '', currentEmail] }: { recipients: readonly string[] }) =>
        currentEmail
          ? `Open the links we emailed to ${newEmail} and ${currentEmail}. Your address doesn’t change until then.`
          : `Open the link we emailed to ${newEmail}. Your address doesn’t change until then.`,
    },
    resend: {
      button: 'Resend email',
      busy: 'Sending…',
      sent: 'Email sent',
      sentDescription: ({ email }: { email: string }) => `Check your inbox at ${email}.`,
      failed: 'Couldn’t send the email',
    },
    changeDialog: {
      title: 'Change your email address',
      description: 'We’ll email a confirmation link to your new address. Your address changes once you open it.',
      descriptionBoth: ({ currentEmail }: { currentEmail: string }) =>
        `We’ll email a confirmation link to your new address and another to ${currentEmail}. Your address changes once you open both.`,
      newEmailLabel: 'New email address',
      submit: 'Send confirmation',
      busy: 'Sending…',
      sent: 'Email sent',
      sentDescription: ({ recipients: [newEmail = '', currentEmail] }: { recipients: readonly string[] }) =>
        currentEmail
          ? `Open the links we emailed to ${newEmail} and ${currentEmail}.`
          : `Open the link we emailed to ${newEmail}.`,
      errors: {
        missing: 'Enter your new email address.',
        invalid: 'Enter a valid email address, like you@example.com.',
        unchanged: 'This is already your email address.',
      },
    },
  },
  password: {
    set: {
      title: 'You sign in with a password',
      description: 'Changing it signs you out of all other browsers.',
    },
    unset: {
      title: 'No password yet',
      description: 'Add one so you can sign in if you lose access to a connected account.',
    },
    changeButton: 'Change password',
    setButton: 'Set a password',
    dialog: {
      changeTitle: 'Change your password',
      setTitle: 'Set a password',
      description: 'You stay signed in here. All other browsers are signed out.',
      currentLabel: 'Current password',
      newLabel: 'New password',
      forgot: 'Forgot your password?',
      changeSubmit: 'Change password',
      setSubmit: 'Set password',
      busy: 'Saving…',
      tooShort: ({ minLength }: { minLength: number }) => `Use at least ${minLength} characters.`,
      wrongCurrent: 'Incorrect password.',
      changed: 'Password changed',
      set: 'Password set',
      othersSignedOut: 'All other browsers are signed out.',
    },
  },
  notifications: {
    sales: { label: 'Sales and renewals', description: 'Get an email for every payment.' },
    alerts: {
      label: 'Disputes, failed renewals, and failed refunds',
      description: 'Always on, because these need your attention.',
    },
    on: { title: 'Email notifications on', message: 'We’ll email you about every sale and renewal.' },
    off: { title: 'Email notifications off', message: 'You can still see your sales under Orders.' },
    saveFailed: 'Couldn’t save the change',
    loadError: 'Couldn’t load your email notifications.',
  },
  data: {
    title: 'Your account data',
    description:
      'Your profile, pages, orders, sessions, and security events in one JSON file. Passwords and keys aren’t included.',
    download: 'Download',
    busy: 'Preparing…',
    downloaded: { title: 'Data downloaded', message: 'The file is in your downloads.' },
    downloadFailed: 'Couldn’t download your data',
  },
  deleteAccount: {
    description:
      'Permanently delete your account, your pages, and your personal data. You’ll see the details before you confirm.',
    open: 'Delete account',
    title: 'Delete your account?',
    confirm: 'Delete account',
    cancel: 'Cancel',
    busy: 'Deleting…',
    loadError: 'Couldn’t load what will be deleted.',
    emailLabel: ({ email }: { email: string }) => `Enter ${email} to confirm`,
    effects: {
      pages: ({ total, published }: { total: number; published: number }) => {
        if (published === 0)
          return plural(total, { one: 'Your page is deleted.', other: `Your ${total} pages are deleted.` });
        if (total === 1) return 'Your page is deleted and stops selling immediately.';
        return plural(published, {
          one: `Your ${total} pages are deleted. One is published and stops selling immediately.`,
          other: `Your ${total} pages are deleted. ${published} are published and stop selling immediately.`,
        });
      },
      orders: ({ count }: { count: number }) =>
        plural(count, {
          one: 'Your order is kept for accounting, without your name and address.',
          other: `Your ${count} orders are kept for accounting, without your name and address.`,
        }),
      deliveries: ({ days }: { days: number }) =>
        `Buyers keep access to what you delivered for ${days} days, and we’ll email them. Then your files, links, and license keys are deleted.`,
      buyerSubscriptions: ({ count }: { count: number }) =>
        plural(count, {
          one: 'One buyer’s subscription continues in your Stripe account until you cancel it there.',
          other: `${count} buyers’ subscriptions continue in your Stripe account until you cancel them there.`,
        }),
      plan: ({ name }: { name: string }) => `Your ${name} plan ends immediately. You won’t be charged again.`,
      unknownPlan: 'Your plan ends immediately. You won’t be charged again.',
      stripeAccount: 'Your Stripe account is disconnected. It stays yours, including its balance and customers.',
      final: 'You’ll be signed out everywhere. Deleting your account can’t be undone.',
    },
  },
};
