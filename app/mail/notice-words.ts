import { SITE } from '#content/site.ts';
import type { MailOf } from '#domain/mail.ts';
import { isSecurityEventKind, securityEventTitle, type SecurityEventKind } from '#domain/security-event.ts';

import { momentText } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';
import { plainAddress, plainName } from './plain-name.ts';

type Notice = MailOf<'security_notice'>;

type Telling = {
  subject: string;
  /** `name` is in quotation marks, or empty if there is none. */
  says: (name: string) => string;
  /** Advice for a seller who did not cause the event. */
  ifNotYou: string;
};

const PASSWORD =
  'It was not you? Set a new password now: it signs everybody else out. Then look through your account.';
const ACCOUNT =
  'It was not you? Undo it on your account page, end the sessions that you do not know, and set a new password.';
const SUPPORT = `It was not you? Write to ${SITE.supportEmail} at once, from this address.`;

const TELLINGS: Partial<Record<SecurityEventKind, Telling>> = {
  signed_in_new_device: {
    subject: 'You signed in on a new device',
    says: () =>
      'Somebody, most likely you, has signed in to your account on a device that we have not seen before.',
    ifNotYou: PASSWORD,
  },
  token_reused: {
    subject: 'We ended a session of yours',
    says: () =>
      'A copy of what keeps you signed in was used a second time. That can be a lost answer of the network, or somebody who has stolen it, so we signed that browser out. Please sign in again.',
    ifNotYou:
      'It happens again? Set a new password, and look for programs on your device that do not belong there.',
  },
  email_change_asked: {
    subject: 'Your email address is about to change',
    says: (name) =>
      `A new email address was asked for your account${name && `: ${name}`}. It changes when that mailbox agrees.`,
    ifNotYou: 'It was not you? Set a new password now: it signs everybody else out and ends this change.',
  },
  email_changed: {
    subject: 'Your email address has changed',
    says: (name) =>
      `The address of your account is ${name || 'another one'} now. This one opens it no longer.`,
    ifNotYou: SUPPORT,
  },
  phone_change_asked: {
    subject: 'A phone number is about to be added',
    says: (name) =>
      `A phone number ${name && `${name} `}was entered for your account. It is added when the code we sent there is typed in.`,
    ifNotYou: 'It was not you? Set a new password now: it signs everybody else out and ends this change.',
  },
  phone_changed: {
    subject: 'Your phone number has changed',
    says: () => 'Your account has another phone number, or none any more.',
    ifNotYou: ACCOUNT,
  },
  password_changed: {
    subject: 'Your password has changed',
    says: () => 'Your account has a new password, and every other device was signed out.',
    ifNotYou: PASSWORD,
  },
  factor_added: {
    subject: 'A second step was added',
    says: (name) => `From now on signing in asks for a second step${name && ` as well: ${name}`}.`,
    ifNotYou: ACCOUNT,
  },
  factor_removed: {
    subject: 'A second step was removed',
    says: (name) => `The second step ${name && `${name} `}guards your account no longer.`,
    ifNotYou: ACCOUNT,
  },
  recovery_codes_made: {
    subject: 'New recovery codes were made',
    says: () => 'New recovery codes were made for your account. Those that you had before work no longer.',
    ifNotYou: ACCOUNT,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    says: () => 'One of your recovery codes took the place of your second step. It works only once.',
    ifNotYou: PASSWORD,
  },
  api_key_made: {
    subject: 'A key for programs was made',
    says: (name) =>
      `A key ${name && `${name} `}was made in your account. Programs that have it may do what it allows.`,
    ifNotYou:
      'It was not you? Change your password, and revoke the key under Integrations. It is refused at once.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    says: (name) => `The passkey ${name && `${name} `}can sign in to your account from now on.`,
    ifNotYou: ACCOUNT,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    says: (name) => `The passkey ${name && `${name} `}signs in to your account no longer.`,
    ifNotYou: ACCOUNT,
  },
  identity_linked: {
    subject: 'An account was connected to yours',
    says: (name) => `Your account can be entered by ${name || 'another site'} from now on.`,
    ifNotYou: ACCOUNT,
  },
  identity_unlinked: {
    subject: 'An account was disconnected from yours',
    says: (name) => `Your account can be entered by ${name || 'another site'} no longer.`,
    ifNotYou: ACCOUNT,
  },
  account_reset: {
    subject: 'Your account was reset',
    says: (list) =>
      `You recovered an account whose email address had never been confirmed, so someone else may have set it up. We signed out every session and removed the old password.${list && ` We also removed: ${list}.`} Connect your own Stripe account and publish your pages again when you are ready.`,
    ifNotYou: PASSWORD,
  },
  account_exported: {
    subject: 'Your data was downloaded',
    says: () => 'Everything that your account holds was downloaded as one file.',
    ifNotYou: PASSWORD,
  },
};

/** Events whose detail is a list in our own words instead of a name. */
const LISTS: readonly SecurityEventKind[] = ['account_reset'];
const MAX_LIST = 400;

const ADDRESSES: readonly SecurityEventKind[] = ['email_change_asked', 'email_changed'];

const tellingOf = (kind: SecurityEventKind): Telling =>
  TELLINGS[kind] ?? {
    subject: `Your account: ${securityEventTitle(kind).toLowerCase()}`,
    says: () => `This has happened on your account: ${securityEventTitle(kind)}.`,
    ifNotYou: PASSWORD,
  };

function nameIn({ event, detail }: Notice): string {
  if (ADDRESSES.includes(event)) return plainAddress(detail);
  if (LISTS.includes(event)) return plainName(detail, MAX_LIST);
  const name = plainName(detail);
  return name && `“${name}”`;
}

function factsOf({ at, device, address }: Notice): MailBlock {
  const rows: [string, string][] = [['When', momentText(at)]];
  const by = plainName(device);
  if (by) rows.push(['Device', by]);
  if (address && /^[\da-f.:/]+$/i.test(address)) rows.push(['Network', address]);
  return { kind: 'facts', rows };
}

/** Throws RangeError for an unknown kind of event. */
export function securityNotice(mail: Notice, { account, password }: MailLinks): MailWords {
  if (!isSecurityEventKind(mail.event)) throw new RangeError('Unknown kind of event');
  const { subject, says, ifNotYou } = tellingOf(mail.event);
  const own = ifNotYou !== SUPPORT;
  const keys: MailBlock[] = [
    { kind: 'key', label: 'See your account', href: account },
    { kind: 'link', label: 'Set a new password', href: password },
  ];
  return {
    subject,
    title: subject,
    preview: 'If it was you, there is nothing to do.',
    blocks: [
      { kind: 'text', text: says(nameIn(mail)) },
      factsOf(mail),
      { kind: 'text', text: `If it was you, there is nothing to do. ${ifNotYou}` },
      ...(own ? keys : []),
    ],
  };
}
