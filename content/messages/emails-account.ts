import { plural } from './plural.ts';

type Name = { name: string };
/** How long a link or code works, such as “one hour”. */
type Lifetime = { lifetime: string };

const RESET_PASSWORD = 'If it wasn’t you, set a new password now to sign everyone else out, then review your account.';
const CANCEL_CHANGE = 'If it wasn’t you, set a new password now to sign everyone else out and cancel this change.';
const UNDO =
  'If it wasn’t you, undo it on your account page, end any sessions you don’t recognize, and set a new password.';

/** Chooses between a sentence with a name and one without; `name` is empty if there is none. */
const withName =
  (named: (values: Name) => string, unnamed: string) =>
  ({ name }: Name): string =>
    name === '' ? unnamed : named({ name });

/** Emails about an account: confirmation, recovery and changes of its security. */
export const accountEmailMessages = {
  oneTimeNote: ({ lifetime }: Lifetime) => `The link and the code work once and expire after ${lifetime}.`,
  lifetime: ({ hours }: { hours: number }) => plural(hours, { one: 'one hour', other: `${hours} hours` }),
  codeHint: 'Or enter this code where you’re asked for it:',
  setPassword: 'Set a new password',

  confirmEmail: {
    subject: 'Confirm your email address',
    preview: 'One click, and you can publish your pages.',
    intro: ({ site }: { site: string }) =>
      `Welcome to ${site}. Confirm your email address so that you can publish pages and recover your account.`,
    confirm: 'Confirm email address',
    note: ({ lifetime }: Lifetime) =>
      `The link and the code work once and expire after ${lifetime}. You can build pages in the meantime. Connecting Stripe and creating API keys also require a confirmed address.`,
    notYou: 'Didn’t create an account? Someone probably mistyped their address. You can ignore this email.',
  },

  recoverPassword: {
    subject: 'Set a new password',
    preview: ({ lifetime }: Lifetime) => `The link works once and expires after ${lifetime}.`,
    intro: 'We received a request to set a new password for the account with this email address.',
    codeHint: 'Or enter this code on the page where you made the request:',
    note: ({ lifetime }: Lifetime) =>
      `The link and the code work once and expire after ${lifetime}. A new password signs you out on every other device.`,
    notYou:
      'Didn’t request this? Ignore this email, and your password stays the same. Never share this code. We’ll never ask you for it.',
  },

  changeEmail: {
    fallbackAddress: 'another address',
    toNew: {
      subject: 'Confirm your new email address',
      preview: 'Confirm it to use this address for your account.',
      intro: ({ address }: { address: string }) =>
        `You asked to change the email address of your account to ${address}. Confirm that this address is yours.`,
      confirm: 'Confirm new email address',
      note: ({ lifetime }: Lifetime) =>
        `The link and the code work once and expire after ${lifetime}. You may also have to confirm from your previous address, so check both inboxes.`,
      notYou: 'Didn’t request this? Ignore this email, and nothing changes.',
    },
    toCurrent: {
      subject: 'Confirm your email change',
      preview: 'Confirm from both your old and your new address.',
      intro: ({ address }: { address: string }) =>
        `We received a request to change the email address of your account to ${address}. It changes once both addresses have confirmed, in either order.`,
      confirm: 'Confirm the change',
      notYou:
        'Didn’t request this? Don’t confirm it: someone else is signed in to your account. Set a new password to sign them out and cancel this change.',
    },
  },

  confirmationCode: {
    subject: ({ site }: { site: string }) => `Your code for ${site}`,
    title: 'Confirm it’s you',
    preview: 'Enter the code where you were asked for it.',
    intro: 'You’re about to make a sensitive change to your account. Enter this code to continue:',
    note: ({ lifetime }: Lifetime) =>
      `It works once and expires after ${lifetime}. Never share this code. We’ll never ask you for it.`,
    notYou:
      'If you weren’t asked for a code, someone else is signed in to your account. End their session on your account page and set a new password.',
    sessions: 'See your sessions',
  },

  deleted: {
    subject: 'Your account was deleted',
    preview: 'You can no longer sign in with this email address.',
    deletedOn: 'Deleted on',
    text: 'Your pages are closed, and you can no longer sign in with this email address. Thank you for selling with us.',
    notYou: ({ supportEmail }: { supportEmail: string }) => `Didn’t delete it? Email ${supportEmail} right away.`,
  },

  notice: {
    preview: 'If it was you, you don’t need to do anything.',
    ifYou: ({ ifNotYou }: { ifNotYou: string }) => `If it was you, you don’t need to do anything. ${ifNotYou}`,
    ifNotYouSupport: ({ supportEmail }: { supportEmail: string }) =>
      `If it wasn’t you, email ${supportEmail} right away from this address.`,
    quotedName: ({ name }: Name) => `“${name}”`,
    seeAccount: 'See your account',
    when: 'When',
    device: 'Device',
    network: 'Network',
    other: {
      subject: ({ event }: { event: string }) => `Your account: ${event}`,
      text: ({ event }: { event: string }) => `This happened on your account: ${event}.`,
      ifNotYou: RESET_PASSWORD,
    },
  },
} as const;

/**
 * Security notices by kind of event. `text` gets the name of what changed, in quotation marks where sellers chose it;
 * `ifNotYou` is advice for a seller who did not cause the event. Without it, only support can help.
 */
export const securityNoticeMessages = {
  signed_in_new_device: {
    subject: 'New sign-in to your account',
    text: () => 'Someone, most likely you, signed in to your account on a device we haven’t seen before.',
    ifNotYou: RESET_PASSWORD,
  },
  token_reused: {
    subject: 'We ended one of your sessions',
    text: () =>
      'A browser’s sign-in token was used twice. A lost connection can cause this, but so can a stolen token, so we signed that browser out. Please sign in again.',
    ifNotYou: 'If it happens again, set a new password and check your device for malware.',
  },
  email_change_requested: {
    subject: 'Your email address is about to change',
    text: withName(
      ({ name }) =>
        `We received a request to change your account’s email address to ${name}. It changes once that address is confirmed.`,
      'We received a request to change your account’s email address. It changes once the new address is confirmed.',
    ),
    ifNotYou: CANCEL_CHANGE,
  },
  email_changed: {
    subject: 'Your email address has changed',
    text: withName(
      ({ name }) => `The email address of your account is now ${name}. You can no longer sign in with this one.`,
      'The email address of your account has changed. You can no longer sign in with this one.',
    ),
    ifNotYou: null,
  },
  phone_change_requested: {
    subject: 'A phone number is about to be added',
    text: withName(
      ({ name }) =>
        `The phone number ${name} was entered for your account. It’s added once the code we sent there is entered.`,
      'A phone number was entered for your account. It’s added once the code we sent there is entered.',
    ),
    ifNotYou: CANCEL_CHANGE,
  },
  phone_changed: {
    subject: 'Your phone number has changed',
    text: () => 'The phone number of your account was changed or removed.',
    ifNotYou: UNDO,
  },
  password_changed: {
    subject: 'Your password has changed',
    text: () => 'Your account has a new password, and every other device was signed out.',
    ifNotYou: RESET_PASSWORD,
  },
  factor_added: {
    subject: 'Two-factor authentication was added',
    text: withName(
      ({ name }) => `Signing in to your account now also requires ${name}.`,
      'Signing in to your account now requires two-factor authentication.',
    ),
    ifNotYou: UNDO,
  },
  factor_removed: {
    subject: 'Two-factor authentication was removed',
    text: withName(
      ({ name }) => `The two-factor method ${name} no longer protects your account.`,
      'A two-factor method no longer protects your account.',
    ),
    ifNotYou: UNDO,
  },
  recovery_codes_made: {
    subject: 'New recovery codes were created',
    text: () => 'New recovery codes were created for your account. Your previous codes no longer work.',
    ifNotYou: UNDO,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: () => 'One of your recovery codes was used instead of your two-factor method. Each code works only once.',
    ifNotYou: RESET_PASSWORD,
  },
  api_key_made: {
    subject: 'An API key was created',
    text: withName(
      ({ name }) => `The API key ${name} was created in your account. Anyone who has it can do what its scopes allow.`,
      'An API key was created in your account. Anyone who has it can do what its scopes allow.',
    ),
    ifNotYou:
      'If it wasn’t you, set a new password and revoke the key under Integrations. It stops working immediately.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    text: withName(
      ({ name }) => `The passkey ${name} can now sign in to your account.`,
      'A new passkey can now sign in to your account.',
    ),
    ifNotYou: UNDO,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    text: withName(
      ({ name }) => `The passkey ${name} can no longer sign in to your account.`,
      'One of your passkeys can no longer sign in to your account.',
    ),
    ifNotYou: UNDO,
  },
  identity_linked: {
    subject: 'A sign-in method was connected',
    text: withName(
      ({ name }) => `You can now sign in to your account with ${name}.`,
      'You can now sign in to your account with another provider.',
    ),
    ifNotYou: UNDO,
  },
  identity_unlinked: {
    subject: 'A sign-in method was disconnected',
    text: withName(
      ({ name }) => `You can no longer sign in to your account with ${name}.`,
      'You can no longer sign in to your account with that provider.',
    ),
    ifNotYou: UNDO,
  },
  account_reset: {
    subject: 'Your account was reset',
    text: withName(
      ({ name }) =>
        `You recovered an account whose email address had never been confirmed, so someone else may have set it up. We signed out every session and removed the old password. We also removed: ${name}. Connect your own Stripe account and publish your pages again when you’re ready.`,
      'You recovered an account whose email address had never been confirmed, so someone else may have set it up. We signed out every session and removed the old password. Connect your own Stripe account and publish your pages again when you’re ready.',
    ),
    ifNotYou: RESET_PASSWORD,
  },
  account_exported: {
    subject: 'Your data was downloaded',
    text: () => 'A file with all the data of your account was downloaded.',
    ifNotYou: RESET_PASSWORD,
  },
} as const satisfies Record<string, { subject: string; text: (values: Name) => string; ifNotYou: string | null }>;
