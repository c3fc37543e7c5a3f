import { SITE } from '#content/site.ts';
import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';
import type { EmailOf } from '#domain/email.ts';
import { isSecurityEventKind, securityEventTitle, type SecurityEventKind } from '#domain/security-event.ts';

import { actionButton, details, oneTimeCode, textLink, type Detail } from './email-blocks.tsx';
import type { EmailTemplates } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { checkLink, sanitizeEmail, sanitizeName } from './sanitize.ts';

const formatHours = (count: number): string => (count === 1 ? 'one hour' : `${count} hours`);
const LINK_LIFETIME = formatHours(ONE_TIME_LINK_HOURS);
const ONE_TIME_NOTE = `The link and the code work once and expire after ${LINK_LIFETIME}.`;
const CODE_WARNING = 'Never share this code. We will never ask you for it.';
const CODE_HINT = 'Or enter this code where you’re asked for it:';

type Notice = EmailOf<'security_notice'>;

type NoticeCopy = {
  subject: string;
  /** `name` is in quotation marks, or empty if there is none. */
  describe: (name: string) => string;
  /** Advice for a seller who did not cause the event. */
  ifNotYou: string;
};

const RESET_PASSWORD_ADVICE =
  'Wasn’t you? Set a new password now, which signs everyone else out, and then review your account.';
const CANCEL_CHANGE_ADVICE =
  'Wasn’t you? Set a new password now, which signs everyone else out and cancels this change.';
const UNDO_ADVICE =
  'Wasn’t you? Undo it on your account page, end the sessions you don’t recognize and set a new password.';
const SUPPORT_ADVICE = `Wasn’t you? Write to ${SITE.supportEmail} at once, from this address.`;

const spaced = (name: string): string => (name ? `${name} ` : '');

const NOTICE_COPY: Partial<Record<SecurityEventKind, NoticeCopy>> = {
  signed_in_new_device: {
    subject: 'New sign-in to your account',
    describe: () => 'Someone, most likely you, signed in to your account on a device we haven’t seen before.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  token_reused: {
    subject: 'We ended one of your sessions',
    describe: () =>
      'The token that keeps a browser signed in was used twice. A lost connection can cause that, but so can someone who stole it, so we signed that browser out. Please sign in again.',
    ifNotYou: 'Does it happen again? Set a new password and check your device for unwanted software.',
  },
  email_change_asked: {
    subject: 'Your email address is about to change',
    describe: (name) =>
      `We received a request for a new email address for your account${name && `: ${name}`}. It changes once that address is confirmed.`,
    ifNotYou: CANCEL_CHANGE_ADVICE,
  },
  email_changed: {
    subject: 'Your email address has changed',
    describe: (name) =>
      `The address of your account is now ${name || 'a different one'}. You can no longer sign in with this one.`,
    ifNotYou: SUPPORT_ADVICE,
  },
  phone_change_asked: {
    subject: 'A phone number is about to be added',
    describe: (name) =>
      `The phone number ${spaced(name)}was entered for your account. It’s added once the code we sent there is entered.`,
    ifNotYou: CANCEL_CHANGE_ADVICE,
  },
  phone_changed: {
    subject: 'Your phone number has changed',
    describe: () => 'The phone number of your account was changed or removed.',
    ifNotYou: UNDO_ADVICE,
  },
  password_changed: {
    subject: 'Your password has changed',
    describe: () => 'Your account has a new password, and every other device was signed out.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  factor_added: {
    subject: 'Two-factor authentication was added',
    describe: (name) => `From now on, signing in requires a second step${name && `: ${name}`}.`,
    ifNotYou: UNDO_ADVICE,
  },
  factor_removed: {
    subject: 'Two-factor authentication was removed',
    describe: (name) => `The second step ${spaced(name)}no longer protects your account.`,
    ifNotYou: UNDO_ADVICE,
  },
  recovery_codes_made: {
    subject: 'New recovery codes were created',
    describe: () => 'New recovery codes were created for your account. Your previous codes no longer work.',
    ifNotYou: UNDO_ADVICE,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    describe: () => 'One of your recovery codes was used instead of your second step. Each code works only once.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  api_key_made: {
    subject: 'An API key was created',
    describe: (name) =>
      `The API key ${spaced(name)}was created in your account. Any program that has it can do what its scopes allow.`,
    ifNotYou: 'Wasn’t you? Change your password and revoke the key under Integrations. It stops working immediately.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    describe: (name) => `The passkey ${spaced(name)}can now sign in to your account.`,
    ifNotYou: UNDO_ADVICE,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    describe: (name) => `The passkey ${spaced(name)}can no longer sign in to your account.`,
    ifNotYou: UNDO_ADVICE,
  },
  identity_linked: {
    subject: 'An account was connected to yours',
    describe: (name) => `You can now sign in to your account with ${name || 'another site'}.`,
    ifNotYou: UNDO_ADVICE,
  },
  identity_unlinked: {
    subject: 'An account was disconnected from yours',
    describe: (name) => `You can no longer sign in to your account with ${name || 'another site'}.`,
    ifNotYou: UNDO_ADVICE,
  },
  account_reset: {
    subject: 'Your account was reset',
    describe: (removedItems) =>
      `You recovered an account whose email address had never been confirmed, so someone else may have set it up. We signed out every session and removed the old password.${removedItems && ` We also removed: ${removedItems}.`} Connect your own Stripe account and publish your pages again when you are ready.`,
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  account_exported: {
    subject: 'Your data was downloaded',
    describe: () => 'A file with all the data of your account was downloaded.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
};

/** Events whose detail is a list in our own words instead of a name. */
const LIST_EVENTS: readonly SecurityEventKind[] = ['account_reset'];
const MAX_LIST_LENGTH = 400;

const ADDRESS_EVENTS: readonly SecurityEventKind[] = ['email_change_asked', 'email_changed'];

const getNoticeCopy = (kind: SecurityEventKind): NoticeCopy =>
  NOTICE_COPY[kind] ?? {
    subject: `Your account: ${securityEventTitle(kind).toLowerCase()}`,
    describe: () => `This happened on your account: ${securityEventTitle(kind)}.`,
    ifNotYou: RESET_PASSWORD_ADVICE,
  };

function formatDetail({ event, detail }: Notice): string {
  if (ADDRESS_EVENTS.includes(event)) return sanitizeEmail(detail);
  if (LIST_EVENTS.includes(event)) return sanitizeName(detail, MAX_LIST_LENGTH);
  const name = sanitizeName(detail);
  return name && `“${name}”`;
}

function listDetails({ at, device, address }: Notice): Detail[] {
  const rows: Detail[] = [['When', formatDateTime(at)]];
  const deviceName = sanitizeName(device);
  if (deviceName) rows.push(['Device', deviceName]);
  if (address && /^[\da-f.:/]+$/i.test(address)) rows.push(['Network', address]);
  return rows;
}

export const ACCOUNT_TEMPLATES = {
  confirm_email: ({ link, code }, { confirm }) => ({
    subject: 'Confirm your email address',
    preview: 'One click, and you can publish your pages.',
    body: [
      `Welcome to ${SITE.name}. Confirm that this address is yours, so that we can help you back in if you ever lose your password.`,
      actionButton('Confirm this address', checkLink(link, confirm)),
      CODE_HINT,
      oneTimeCode(code),
      `${ONE_TIME_NOTE} You can build pages in the meantime. To publish, connect Stripe or create API keys, you need a confirmed address.`,
      'Didn’t create an account? Someone probably mistyped their address. Ignore this email, and it stays unconfirmed.',
    ],
  }),

  recover_password: ({ link, code }, { confirm }) => ({
    subject: 'Set a new password',
    preview: `The link works once and expires after ${LINK_LIFETIME}.`,
    body: [
      'We received a request to set a new password for the account with this address.',
      actionButton('Set a new password', checkLink(link, confirm)),
      'Or enter this code on the page where you made the request:',
      oneTimeCode(code),
      `${ONE_TIME_NOTE} A new password signs you out on every other device.`,
      `Didn’t request this? Ignore this email, and your password stays the same. ${CODE_WARNING}`,
    ],
  }),

  change_email(mail, { confirm, password }) {
    const address = sanitizeEmail(mail.newEmail) || 'another address';
    const link = checkLink(mail.link, confirm);
    if (mail.to === 'new')
      return {
        subject: 'Confirm your new email address',
        preview: 'Confirm it to use this address for your account.',
        body: [
          `You asked to change the address of your account to ${address}. Confirm that this address is yours.`,
          actionButton('Confirm the new address', link),
          CODE_HINT,
          oneTimeCode(mail.code),
          `${ONE_TIME_NOTE} You may have to confirm from your previous address as well, so check both inboxes.`,
          'Didn’t request this? Ignore this email, and nothing changes.',
        ],
      };
    return {
      subject: 'Confirm your email change',
      preview: 'Confirm from both your old and your new address.',
      body: [
        `We received a request to change the address of your account to ${address}. It changes once both addresses have confirmed, in either order.`,
        actionButton('Confirm the change', link),
        CODE_HINT,
        oneTimeCode(mail.code),
        ONE_TIME_NOTE,
        'Didn’t request this? Don’t confirm: someone else is signed in to your account. Set a new password, which signs them out and cancels this change.',
        textLink('Set a new password', password),
      ],
    };
  },

  confirmation_code: ({ code }, { account }) => ({
    subject: `Your code for ${SITE.name}`,
    title: 'Confirm that it’s you',
    preview: 'Enter the code where you were asked for it.',
    body: [
      'You’re about to change a security setting of your account. Enter this code to continue:',
      oneTimeCode(code),
      `It works once and expires after ${LINK_LIFETIME}. ${CODE_WARNING}`,
      'Weren’t asked for a code? Then someone else is signed in to your account. End their session on your account page and set a new password.',
      actionButton('See your sessions', account),
    ],
  }),

  account_deleted: ({ at }) => ({
    subject: 'Your account is deleted',
    preview: 'No one can sign in with this address anymore.',
    body: [
      details(['Deleted on', formatDateTime(at)]),
      'Your pages are closed, and no one can sign in with this address anymore. Thank you for selling with us.',
      `Didn’t delete it? Write to ${SITE.supportEmail} right away.`,
    ],
  }),

  /** Throws RangeError for an unknown kind of event. */
  security_notice(mail, { account, password }) {
    if (!isSecurityEventKind(mail.event)) throw new RangeError('Unknown kind of event');
    const { subject, describe, ifNotYou } = getNoticeCopy(mail.event);
    const canSignIn = ifNotYou !== SUPPORT_ADVICE;
    return {
      subject,
      preview: 'If it was you, there is nothing to do.',
      body: [
        describe(formatDetail(mail)),
        details(...listDetails(mail)),
        `If it was you, there is nothing to do. ${ifNotYou}`,
        canSignIn && actionButton('See your account', account),
        canSignIn && textLink('Set a new password', password),
      ],
    };
  },
} satisfies Partial<EmailTemplates>;
