import { accountEmailMessages, securityNoticeMessages } from '#content/messages/emails-account.ts';
import { SITE } from '#content/site.ts';
import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';
import type { EmailOf } from '#domain/email.ts';
import { isSecurityEventKind, securityEventTitle, type SecurityEventKind } from '#domain/security-event.ts';

import { actionButton, details, oneTimeCode, textLink, type Detail } from './email-blocks.tsx';
import type { EmailTemplates } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { checkLink, sanitizeEmail, sanitizeName } from './sanitize.ts';

const LIFETIME = { lifetime: accountEmailMessages.lifetime({ hours: ONE_TIME_LINK_HOURS }) };

type Notice = EmailOf<'security_notice'>;

type NoticeMessages = {
  subject: string;
  text: (values: { name: string }) => string;
  /** Advice for a seller who did not cause the event. Null: only support can help. */
  ifNotYou: string | null;
};

const NOTICE_MESSAGES: Partial<Record<SecurityEventKind, NoticeMessages>> = securityNoticeMessages;

/** Events whose detail is a list in our own words instead of a name. */
const LIST_EVENTS: readonly SecurityEventKind[] = ['account_reset'];
const MAX_LIST_LENGTH = 400;

const ADDRESS_EVENTS: readonly SecurityEventKind[] = ['email_change_requested', 'email_changed'];

/** `Signed out` inside a sentence. Abbreviations keep their capitals, as in `API key revoked`. */
const toSentencePart = (title: string): string => title.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());

function getNoticeMessages(kind: SecurityEventKind): NoticeMessages {
  const known = NOTICE_MESSAGES[kind];
  if (known) return known;
  const { subject, text, ifNotYou } = accountEmailMessages.notice.other;
  const event = toSentencePart(securityEventTitle(kind));
  return { subject: subject({ event }), text: () => text({ event }), ifNotYou };
}

function formatDetail({ event, detail }: Notice): string {
  if (ADDRESS_EVENTS.includes(event)) return sanitizeEmail(detail);
  if (LIST_EVENTS.includes(event)) return sanitizeName(detail, MAX_LIST_LENGTH);
  const name = sanitizeName(detail);
  return name && accountEmailMessages.notice.quotedName({ name });
}

function listDetails({ at, device, address }: Notice): Detail[] {
  const labels = accountEmailMessages.notice;
  const rows: Detail[] = [[labels.when, formatDateTime(at)]];
  const deviceName = sanitizeName(device);
  if (deviceName) rows.push([labels.device, deviceName]);
  if (address && /^[\da-f.:/]+$/i.test(address)) rows.push([labels.network, address]);
  return rows;
}

export const ACCOUNT_TEMPLATES = {
  confirm_email({ link, code }, { confirm }) {
    const messages = accountEmailMessages.confirmEmail;
    return {
      subject: messages.subject,
      preview: messages.preview,
      body: [
        messages.intro({ site: SITE.name }),
        actionButton(messages.confirm, checkLink(link, confirm)),
        accountEmailMessages.codeHint,
        oneTimeCode(code),
        messages.note(LIFETIME),
        messages.notYou,
      ],
    };
  },

  recover_password({ link, code }, { confirm }) {
    const messages = accountEmailMessages.recoverPassword;
    return {
      subject: messages.subject,
      preview: messages.preview(LIFETIME),
      body: [
        messages.intro,
        actionButton(accountEmailMessages.setPassword, checkLink(link, confirm)),
        messages.codeHint,
        oneTimeCode(code),
        messages.note(LIFETIME),
        messages.notYou,
      ],
    };
  },

  change_email(mail, { confirm, password }) {
    const { fallbackAddress, toNew, toCurrent } = accountEmailMessages.changeEmail;
    const address = sanitizeEmail(mail.newEmail) || fallbackAddress;
    const link = checkLink(mail.link, confirm);
    if (mail.to === 'new')
      return {
        subject: toNew.subject,
        preview: toNew.preview,
        body: [
          toNew.intro({ address }),
          actionButton(toNew.confirm, link),
          accountEmailMessages.codeHint,
          oneTimeCode(mail.code),
          toNew.note(LIFETIME),
          toNew.notYou,
        ],
      };
    return {
      subject: toCurrent.subject,
      preview: toCurrent.preview,
      body: [
        toCurrent.intro({ address }),
        actionButton(toCurrent.confirm, link),
        accountEmailMessages.codeHint,
        oneTimeCode(mail.code),
        accountEmailMessages.oneTimeNote(LIFETIME),
        toCurrent.notYou,
        textLink(accountEmailMessages.setPassword, password),
      ],
    };
  },

  confirmation_code({ code }, { account }) {
    const messages = accountEmailMessages.confirmationCode;
    return {
      subject: messages.subject({ site: SITE.name }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.intro,
        oneTimeCode(code),
        messages.note(LIFETIME),
        messages.notYou,
        actionButton(messages.sessions, account),
      ],
    };
  },

  account_deleted({ at }) {
    const messages = accountEmailMessages.deleted;
    return {
      subject: messages.subject,
      preview: messages.preview,
      body: [
        details([messages.deletedOn, formatDateTime(at)]),
        messages.text,
        messages.notYou({ supportEmail: SITE.supportEmail }),
      ],
    };
  },

  /** Throws RangeError for an unknown kind of event. */
  security_notice(mail, { account, password }) {
    if (!isSecurityEventKind(mail.event)) throw new RangeError('Unknown kind of event');
    const messages = accountEmailMessages.notice;
    const { subject, text, ifNotYou } = getNoticeMessages(mail.event);
    const canSignIn = ifNotYou !== null;
    return {
      subject,
      preview: messages.preview,
      body: [
        text({ name: formatDetail(mail) }),
        details(...listDetails(mail)),
        messages.ifYou({ ifNotYou: ifNotYou ?? messages.ifNotYouSupport({ supportEmail: SITE.supportEmail }) }),
        canSignIn && actionButton(messages.seeAccount, account),
        canSignIn && textLink(accountEmailMessages.setPassword, password),
      ],
    };
  },
} satisfies Partial<EmailTemplates>;
