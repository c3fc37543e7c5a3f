import { SITE } from '#content/site.ts';
import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';
import type { EmailOf } from '#domain/email.ts';

import type { EmailBlock, EmailLinks, EmailContent } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { sanitizeEmail } from './sanitize.ts';

const formatHours = (count: number): string => (count === 1 ? 'an hour' : `${count} hours`);
const LINK_LIFETIME = formatHours(ONE_TIME_LINK_HOURS);
const ONE_TIME_NOTE = `The key and the code work once, within ${LINK_LIFETIME}.`;
const CODE_WARNING = 'Give the code to nobody. We never ask for it.';

const CODE_HINT = 'Where a code is asked for, type this one instead.';

const textBlock = (content: string): EmailBlock => ({ kind: 'text', text: content });

/** A button to the confirmation page. Throws RangeError if the link does not lead there. */
function buttonTo(label: string, link: string, { confirm }: EmailLinks): EmailBlock {
  if (!link.startsWith(`${confirm}?`)) throw new RangeError('The link of a mail leads elsewhere');
  return { kind: 'key', label, href: link };
}

/** Throws RangeError unless the code has six digits. */
function codeBlock(code: string): EmailBlock {
  if (!/^\d{6}$/.test(code)) throw new RangeError('The code of a mail is none');
  return { kind: 'code', caption: 'Your code', code };
}

export const confirmAddressEmail = (mail: EmailOf<'confirm_email'>, links: EmailLinks): EmailContent => ({
  subject: 'Confirm your email address',
  title: 'Confirm your email address',
  preview: 'One press, and we know that our mail reaches you.',
  blocks: [
    textBlock(
      `Welcome to ${SITE.name}. Show us that this mailbox is yours: then we can help you back in, should you ever lose your password.`,
    ),
    buttonTo('Confirm this address', mail.link, links),
    textBlock(CODE_HINT),
    codeBlock(mail.code),
    textBlock(
      `${ONE_TIME_NOTE} You can build your pages meanwhile. Publishing, connecting Stripe and API keys need a confirmed address.`,
    ),
    textBlock(
      'You did not open an account? Then somebody has mistyped their own address. Leave this mail alone, and it stays unconfirmed.',
    ),
  ],
});

export const recoverPasswordEmail = (mail: EmailOf<'recover_password'>, links: EmailLinks): EmailContent => ({
  subject: 'Set a new password',
  title: 'Set a new password',
  preview: `The key works once, within ${LINK_LIFETIME}.`,
  blocks: [
    textBlock('Somebody, most likely you, has asked for a new password for the account with this address.'),
    buttonTo('Set a new password', mail.link, links),
    textBlock('Or type this code on the page where you asked for it.'),
    codeBlock(mail.code),
    textBlock(`${ONE_TIME_NOTE} A new password signs you out on every other device.`),
    textBlock(`It was not you? Leave this mail alone, and your password stays as it is. ${CODE_WARNING}`),
  ],
});

export function changeAddressEmail(mail: EmailOf<'change_email'>, links: EmailLinks): EmailContent {
  const address = sanitizeEmail(mail.newEmail) || 'another one';
  if (mail.to === 'new')
    return {
      subject: 'Confirm your new email address',
      title: 'Confirm your new email address',
      preview: 'It becomes the address of your account when you agree.',
      blocks: [
        textBlock(`You asked us to make ${address} the address of your account. Show us that this mailbox is yours.`),
        buttonTo('Confirm the new address', mail.link, links),
        textBlock(CODE_HINT),
        codeBlock(mail.code),
        textBlock(
          `${ONE_TIME_NOTE} The address that you had until now may have to agree as well: look into both mailboxes.`,
        ),
        textBlock('You have asked for nothing? Leave this mail alone, and nothing changes.'),
      ],
    };
  return {
    subject: 'Is your email address to change?',
    title: 'Is your email address to change?',
    preview: 'Both mailboxes must agree, in any order.',
    blocks: [
      textBlock(
        `The address of your account is to become ${address}. It changes when both mailboxes agree, in any order.`,
      ),
      buttonTo('Agree to the change', mail.link, links),
      textBlock(CODE_HINT),
      codeBlock(mail.code),
      textBlock(ONE_TIME_NOTE),
      textBlock(
        'It was not you? Do not agree. Somebody else is signed in to your account: set a new password, which signs them out and ends this change.',
      ),
      { kind: 'link', label: 'Set a new password', href: links.password },
    ],
  };
}

export const confirmationCodeEmail = (mail: EmailOf<'confirmation_code'>, { account }: EmailLinks): EmailContent => ({
  subject: `Your code for ${SITE.name}`,
  title: 'Is it you?',
  preview: 'Type the code where you were asked for it.',
  blocks: [
    textBlock('Something that guards your account is about to change. Type this code where you were asked for it.'),
    codeBlock(mail.code),
    textBlock(`It works once, within ${LINK_LIFETIME}. ${CODE_WARNING}`),
    textBlock(
      'You were asked for nothing? Then somebody else is signed in to your account. End their session on your account page, and set a new password.',
    ),
    { kind: 'key', label: 'See your sessions', href: account },
  ],
});

export const accountDeletedEmail = (mail: EmailOf<'account_deleted'>): EmailContent => ({
  subject: 'Your account is deleted',
  title: 'Your account is deleted',
  preview: 'Nobody can sign in with this address any more.',
  blocks: [
    { kind: 'facts', rows: [['Deleted on', formatDateTime(mail.at)]] },
    textBlock(
      'Your pages are closed, and nobody can sign in with this address any more. Thank you for having been here.',
    ),
    textBlock(`It was not you? Write to ${SITE.supportEmail} at once.`),
  ],
});
