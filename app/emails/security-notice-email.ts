import { SITE } from '#content/site.ts';
import type { EmailOf } from '#domain/email.ts';
import { isSecurityEventKind, securityEventTitle, type SecurityEventKind } from '#domain/security-event.ts';

import type { EmailBlock, EmailLinks, EmailContent } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { sanitizeEmail, sanitizeName } from './sanitize.ts';

type Notice = EmailOf<'security_notice'>;

type NoticeCopy = {
  subject: string;
  /** `name` is in quotation marks, or empty if there is none. */
  describe: (name: string) => string;
  /** Advice for a seller who did not cause the event. */
  ifNotYou: string;
};

const RESET_PASSWORD_ADVICE =
  'It was not you? Set a new password now: it signs everybody else out. Then look through your account.';
const UNDO_ADVICE =
  'It was not you? Undo it on your account page, end the sessions that you do not know, and set a new password.';
const SUPPORT_ADVICE = `It was not you? Write to ${SITE.supportEmail} at once, from this address.`;

const NOTICE_COPY: Partial<Record<SecurityEventKind, NoticeCopy>> = {
  signed_in_new_device: {
    subject: 'You signed in on a new device',
    describe: () =>
      'Somebody, most likely you, has signed in to your account on a device that we have not seen before.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  token_reused: {
    subject: 'We ended a session of yours',
    describe: () =>
      'A copy of what keeps you signed in was used a second time. That can be a lost answer of the network, or somebody who has stolen it, so we signed that browser out. Please sign in again.',
    ifNotYou: 'It happens again? Set a new password, and look for programs on your device that do not belong there.',
  },
  email_change_asked: {
    subject: 'Your email address is about to change',
    describe: (name) =>
      `A new email address was asked for your account${name && `: ${name}`}. It changes when that mailbox agrees.`,
    ifNotYou: 'It was not you? Set a new password now: it signs everybody else out and ends this change.',
  },
  email_changed: {
    subject: 'Your email address has changed',
    describe: (name) => `The address of your account is ${name || 'another one'} now. This one opens it no longer.`,
    ifNotYou: SUPPORT_ADVICE,
  },
  phone_change_asked: {
    subject: 'A phone number is about to be added',
    describe: (name) =>
      `A phone number ${name && `${name} `}was entered for your account. It is added when the code we sent there is typed in.`,
    ifNotYou: 'It was not you? Set a new password now: it signs everybody else out and ends this change.',
  },
  phone_changed: {
    subject: 'Your phone number has changed',
    describe: () => 'Your account has another phone number, or none any more.',
    ifNotYou: UNDO_ADVICE,
  },
  password_changed: {
    subject: 'Your password has changed',
    describe: () => 'Your account has a new password, and every other device was signed out.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  factor_added: {
    subject: 'A second step was added',
    describe: (name) => `From now on signing in asks for a second step${name && ` as well: ${name}`}.`,
    ifNotYou: UNDO_ADVICE,
  },
  factor_removed: {
    subject: 'A second step was removed',
    describe: (name) => `The second step ${name && `${name} `}guards your account no longer.`,
    ifNotYou: UNDO_ADVICE,
  },
  recovery_codes_made: {
    subject: 'New recovery codes were made',
    describe: () => 'New recovery codes were made for your account. Those that you had before work no longer.',
    ifNotYou: UNDO_ADVICE,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    describe: () => 'One of your recovery codes took the place of your second step. It works only once.',
    ifNotYou: RESET_PASSWORD_ADVICE,
  },
  api_key_made: {
    subject: 'A key for programs was made',
    describe: (name) =>
      `A key ${name && `${name} `}was made in your account. Programs that have it may do what it allows.`,
    ifNotYou: 'It was not you? Change your password, and revoke the key under Integrations. It is refused at once.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    describe: (name) => `The passkey ${name && `${name} `}can sign in to your account from now on.`,
    ifNotYou: UNDO_ADVICE,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    describe: (name) => `The passkey ${name && `${name} `}signs in to your account no longer.`,
    ifNotYou: UNDO_ADVICE,
  },
  identity_linked: {
    subject: 'An account was connected to yours',
    describe: (name) => `Your account can be entered by ${name || 'another site'} from now on.`,
    ifNotYou: UNDO_ADVICE,
  },
  identity_unlinked: {
    subject: 'An account was disconnected from yours',
    describe: (name) => `Your account can be entered by ${name || 'another site'} no longer.`,
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
    describe: () => 'Everything that your account holds was downloaded as one file.',
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
    describe: () => `This has happened on your account: ${securityEventTitle(kind)}.`,
    ifNotYou: RESET_PASSWORD_ADVICE,
  };

function formatDetail({ event, detail }: Notice): string {
  if (ADDRESS_EVENTS.includes(event)) return sanitizeEmail(detail);
  if (LIST_EVENTS.includes(event)) return sanitizeName(detail, MAX_LIST_LENGTH);
  const name = sanitizeName(detail);
  return name && `“${name}”`;
}

function createDetailsBlock({ at, device, address }: Notice): EmailBlock {
  const rows: [string, string][] = [['When', formatDateTime(at)]];
  const deviceName = sanitizeName(device);
  if (deviceName) rows.push(['Device', deviceName]);
  if (address && /^[\da-f.:/]+$/i.test(address)) rows.push(['Network', address]);
  return { kind: 'facts', rows };
}

/** Throws RangeError for an unknown kind of event. */
export function securityNoticeEmail(mail: Notice, { account, password }: EmailLinks): EmailContent {
  if (!isSecurityEventKind(mail.event)) throw new RangeError('Unknown kind of event');
  const { subject, describe, ifNotYou } = getNoticeCopy(mail.event);
  const canAccessAccount = ifNotYou !== SUPPORT_ADVICE;
  const buttons: EmailBlock[] = [
    { kind: 'key', label: 'See your account', href: account },
    { kind: 'link', label: 'Set a new password', href: password },
  ];
  return {
    subject,
    title: subject,
    preview: 'If it was you, there is nothing to do.',
    blocks: [
      { kind: 'text', text: describe(formatDetail(mail)) },
      createDetailsBlock(mail),
      { kind: 'text', text: `If it was you, there is nothing to do. ${ifNotYou}` },
      ...(canAccessAccount ? buttons : []),
    ],
  };
}
