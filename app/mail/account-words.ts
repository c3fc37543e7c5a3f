import { SITE } from '#content/site.ts';
import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';
import type { MailOf } from '#domain/mail.ts';

import { momentText } from './mail-figures.ts';
import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';
import { plainAddress } from './plain-name.ts';

const hours = (count: number): string => (count === 1 ? 'an hour' : `${count} hours`);
const LIFE = hours(ONE_TIME_LINK_HOURS);
const ONCE = `The key and the code work once, within ${LIFE}.`;
const SECRET = 'Give the code to nobody. We never ask for it.';

const INSTEAD = 'Where a code is asked for, type this one instead.';

const text = (words: string): MailBlock => ({ kind: 'text', text: words });

/** A button to the confirmation page. Throws RangeError if the link does not lead there. */
function keyTo(label: string, link: string, { confirm }: MailLinks): MailBlock {
  if (!link.startsWith(`${confirm}?`)) throw new RangeError('The link of a mail leads elsewhere');
  return { kind: 'key', label, href: link };
}

/** Throws RangeError unless the code has six digits. */
function codeBlock(code: string): MailBlock {
  if (!/^\d{6}$/.test(code)) throw new RangeError('The code of a mail is none');
  return { kind: 'code', caption: 'Your code', code };
}

export const confirmEmail = (mail: MailOf<'confirm_email'>, links: MailLinks): MailWords => ({
  subject: 'Confirm your email address',
  title: 'Confirm your email address',
  preview: 'One press, and we know that our mail reaches you.',
  blocks: [
    text(
      `Welcome to ${SITE.name}. Show us that this mailbox is yours: then we can help you back in, should you ever lose your password.`,
    ),
    keyTo('Confirm this address', mail.link, links),
    text(INSTEAD),
    codeBlock(mail.code),
    text(
      `${ONCE} You can build your pages meanwhile. Publishing, connecting Stripe and API keys need a confirmed address.`,
    ),
    text(
      'You did not open an account? Then somebody has mistyped their own address. Leave this mail alone, and it stays unconfirmed.',
    ),
  ],
});

export const recoverPassword = (mail: MailOf<'recover_password'>, links: MailLinks): MailWords => ({
  subject: 'Set a new password',
  title: 'Set a new password',
  preview: `The key works once, within ${LIFE}.`,
  blocks: [
    text('Somebody, most likely you, has asked for a new password for the account with this address.'),
    keyTo('Set a new password', mail.link, links),
    text('Or type this code on the page where you asked for it.'),
    codeBlock(mail.code),
    text(`${ONCE} A new password signs you out on every other device.`),
    text(`It was not you? Leave this mail alone, and your password stays as it is. ${SECRET}`),
  ],
});

export function changeEmail(mail: MailOf<'change_email'>, links: MailLinks): MailWords {
  const address = plainAddress(mail.newEmail) || 'another one';
  if (mail.to === 'new')
    return {
      subject: 'Confirm your new email address',
      title: 'Confirm your new email address',
      preview: 'It becomes the address of your account when you agree.',
      blocks: [
        text(
          `You asked us to make ${address} the address of your account. Show us that this mailbox is yours.`,
        ),
        keyTo('Confirm the new address', mail.link, links),
        text(INSTEAD),
        codeBlock(mail.code),
        text(
          `${ONCE} The address that you had until now may have to agree as well: look into both mailboxes.`,
        ),
        text('You have asked for nothing? Leave this mail alone, and nothing changes.'),
      ],
    };
  return {
    subject: 'Is your email address to change?',
    title: 'Is your email address to change?',
    preview: 'Both mailboxes must agree, in any order.',
    blocks: [
      text(
        `The address of your account is to become ${address}. It changes when both mailboxes agree, in any order.`,
      ),
      keyTo('Agree to the change', mail.link, links),
      text(INSTEAD),
      codeBlock(mail.code),
      text(ONCE),
      text(
        'It was not you? Do not agree. Somebody else is signed in to your account: set a new password, which signs them out and ends this change.',
      ),
      { kind: 'link', label: 'Set a new password', href: links.password },
    ],
  };
}

export const confirmationCode = (mail: MailOf<'confirmation_code'>, { account }: MailLinks): MailWords => ({
  subject: `Your code for ${SITE.name}`,
  title: 'Is it you?',
  preview: 'Type the code where you were asked for it.',
  blocks: [
    text(
      'Something that guards your account is about to change. Type this code where you were asked for it.',
    ),
    codeBlock(mail.code),
    text(`It works once, within ${LIFE}. ${SECRET}`),
    text(
      'You were asked for nothing? Then somebody else is signed in to your account. End their session on your account page, and set a new password.',
    ),
    { kind: 'key', label: 'See your sessions', href: account },
  ],
});

export const accountDeleted = (mail: MailOf<'account_deleted'>): MailWords => ({
  subject: 'Your account is deleted',
  title: 'Your account is deleted',
  preview: 'Nobody can sign in with this address any more.',
  blocks: [
    { kind: 'facts', rows: [['Deleted on', momentText(mail.at)]] },
    text(
      'Your pages are closed, and nobody can sign in with this address any more. Thank you for having been here.',
    ),
    text(`It was not you? Write to ${SITE.supportEmail} at once.`),
  ],
});
