import { plural } from './plural.ts';

/** Texts of the session and of failed requests. */
export const sessionMessages = {
  requestErrors: {
    unreachable: 'Couldn’t reach the server. Check your connection and try again.',
    unavailable: 'This isn’t available right now. Try again in a moment.',
    serverFailed: 'Something went wrong on our side. Please try again.',
    unknown: 'Something went wrong. Please try again.',
  },
  notPersisted: {
    title: 'Signed in on this page only',
    message: 'Your browser is blocking storage. You’ll need to sign in again after a reload or in another tab.',
  },
  unsavedChanges: {
    title: 'Sign out and lose unsaved changes?',
    message: ({ pages }: { pages: number }) =>
      plural(pages, {
        one: 'One page has unsaved changes. To keep them, open the builder before you sign out. Signing out deletes them from this browser.',
        other: `${pages} pages have unsaved changes. To keep them, open the builder before you sign out. Signing out deletes them from this browser.`,
      }),
  },
  confirmationLink: {
    send: 'Send link',
    sending: 'Sending…',
    sent: 'Link sent',
    sentDescription: ({ email }: { email: string }) => `Open the link we emailed to ${email}.`,
    sentInForm: ({ email }: { email: string }) => `We emailed a link to ${email}. Open it, then try again.`,
    failed: 'Couldn’t send the link',
    failedInForm: 'Couldn’t send the link. Try again later.',
  },
  accountReset: {
    label: 'Account reset',
    text: '<b>We reset this account.</b> Its email address had never been confirmed, so someone else may have created it. We signed out every session, removed the old password, and removed: <items></items>. Connect your own Stripe account and publish your pages again when you’re ready.',
  },
};
