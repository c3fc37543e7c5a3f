import { renderToStaticMarkup } from 'react-dom/server';

import { SITE } from '#content/site.ts';
import type { DrawnMail, Mail } from '#domain/mail.ts';

import {
  accountDeleted,
  changeEmail,
  confirmationCode,
  confirmEmail,
  recoverPassword,
} from './account-words.ts';
import { MailDocument } from './mail-document.tsx';
import { released } from './mail-figures.ts';
import { mailText } from './mail-text.ts';
import type { MailFoot, MailLinks, MailWords } from './mail-words.ts';
import { securityNotice } from './notice-words.ts';
import { paymentFailed, planCanceled, upgradeNeedsPayment } from './payment-words.ts';
import { trialEnded, trialEnds, welcomeTrial } from './trial-words.ts';
import { limitReached, planUpgraded, usageWarning } from './usage-words.ts';

const QUESTIONS = `Questions? Write to ${SITE.supportEmail}.`;

const foot = (why: string, label: string, href: string): MailFoot => ({
  lines: [`You get this mail because ${why}.`, QUESTIONS],
  label,
  href,
});

function footOf(mail: Mail, links: MailLinks): MailFoot {
  const there = `an account with this address at ${SITE.name}`;
  switch (mail.kind) {
    case 'security_notice':
      return mail.event === 'email_changed'
        ? foot(`there was ${there}`, SITE.name, links.home)
        : foot(`there is ${there}`, 'Your account', links.account);
    case 'confirm_email':
    case 'recover_password':
    case 'confirmation_code':
      return foot(`there is ${there}`, 'Your account', links.account);
    case 'change_email':
      return mail.to === 'held'
        ? foot(`there is ${there}`, 'Your account', links.account)
        : foot(`somebody named this address at ${SITE.name}`, SITE.name, links.home);
    case 'account_deleted':
      return foot(`there was ${there}`, SITE.name, links.home);
    default:
      return foot(`you sell with ${SITE.name}`, 'Your subscription', links.subscription);
  }
}

function wordsOf(mail: Mail, links: MailLinks): MailWords {
  switch (mail.kind) {
    case 'welcome_trial':
      return welcomeTrial(mail, links);
    case 'trial_ends':
      return trialEnds(mail, links);
    case 'trial_ended':
      return trialEnded(mail, links);
    case 'usage_warning':
      return usageWarning(mail, links);
    case 'limit_reached':
      return limitReached(mail, links);
    case 'plan_upgraded':
      return planUpgraded(mail, links);
    case 'upgrade_needs_payment':
      return upgradeNeedsPayment(mail, links);
    case 'payment_failed':
      return paymentFailed(mail, links);
    case 'plan_canceled':
      return planCanceled(mail, links);
    case 'confirm_email':
      return confirmEmail(mail, links);
    case 'recover_password':
      return recoverPassword(mail, links);
    case 'change_email':
      return changeEmail(mail, links);
    case 'confirmation_code':
      return confirmationCode(mail, links);
    case 'security_notice':
      return securityNotice(mail, links);
    case 'account_deleted':
      return accountDeleted(mail);
  }
  // A row can be of a newer version of the shop than this process.
  throw new RangeError('Unknown kind of mail');
}

const linksOf = (appUrl: string): MailLinks => ({
  home: appUrl,
  builder: `${appUrl}/builder`,
  subscription: `${appUrl}/subscription`,
  account: `${appUrl}/account`,
  password: `${appUrl}/auth/forgot`,
  confirm: `${appUrl}/auth/confirm`,
});

/** Both parts of a mail from the same words; its links lead to `appUrl`, or to the provider's page that it names. */
export function drawMail(mail: Mail, appUrl: string): DrawnMail {
  const links = linksOf(appUrl);
  const words = wordsOf(mail, links);
  const below = footOf(mail, links);
  const html = renderToStaticMarkup(<MailDocument words={words} foot={below} />);
  return {
    subject: released(words.subject),
    html: `<!doctype html>${html}`,
    text: mailText(words, below),
  };
}
