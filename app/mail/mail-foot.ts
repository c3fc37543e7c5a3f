import { SITE } from '#content/site.ts';
import type { Mail } from '#domain/mail.ts';

import { sellerOf } from './buyer-names.ts';
import type { MailFoot, MailLinks } from './mail-words.ts';

const QUESTIONS = `Questions? Write to ${SITE.supportEmail}.`;
const THERE = `an account with this address at ${SITE.name}`;

const foot = (why: string, label: string, href: string): MailFoot => ({
  lines: [`You get this mail because ${why}.`, QUESTIONS],
  links: [[label, href]],
});

const PAGE_PATH = /^\/c\/[a-z0-9-]+$/;

function buyersFoot(mail: Extract<Mail, { seller: object }>, { home, purchases }: MailLinks): MailFoot {
  const name = sellerOf(mail.seller);
  const { page } = mail.seller;
  const own: [string, string][] = PAGE_PATH.test(page) ? [[`The page of ${name}`, home + page]] : [];
  return {
    lines: [
      `${name} sends you this through ${SITE.name}, because you bought from them.`,
      'Answer this mail to reach them.',
    ],
    links: [['Your purchases', purchases], ...own],
  };
}

function sellersFoot(kind: Mail['kind'], links: MailLinks): MailFoot {
  const sells = `you sell with ${SITE.name}`;
  switch (kind) {
    case 'sale_notice':
      return foot(sells, 'Choose which of these mails you get', links.account);
    case 'renewal_failed_notice':
    case 'refund_failed_notice':
    case 'dispute_notice':
    case 'dispute_closed':
    case 'payments_off':
      return foot(sells, 'Your orders', links.orders);
    case 'page_paused':
    case 'page_suspended':
    case 'page_restored':
      return foot(sells, 'Your pages', links.pages);
    case 'domain_failing':
    case 'domain_off':
      return foot(sells, 'Your domains', links.domains);
    case 'webhook_paused':
      return foot(`you connect programs to ${SITE.name}`, 'Your integrations', links.integrations);
    default:
      return foot(sells, 'Your subscription', links.subscription);
  }
}

/** Footer: why the recipient gets this email, and a link to continue. */
export function footOf(mail: Mail, links: MailLinks): MailFoot {
  if ('seller' in mail) return buyersFoot(mail, links);
  switch (mail.kind) {
    case 'security_notice':
      return mail.event === 'email_changed'
        ? foot(`there was ${THERE}`, SITE.name, links.home)
        : foot(`there is ${THERE}`, 'Your account', links.account);
    case 'confirm_email':
    case 'recover_password':
    case 'confirmation_code':
      return foot(`there is ${THERE}`, 'Your account', links.account);
    case 'change_email':
      return mail.to === 'held'
        ? foot(`there is ${THERE}`, 'Your account', links.account)
        : foot(`somebody named this address at ${SITE.name}`, SITE.name, links.home);
    case 'account_deleted':
      return foot(`there was ${THERE}`, SITE.name, links.home);
    case 'purchases_link':
      return foot('somebody asked for the purchases of this address', 'Your purchases', links.purchases);
    case 'page_reported':
    case 'operator_alert':
      return {
        lines: [`You get this mail because you run ${SITE.name} at this address.`],
        links: [[SITE.name, links.home]],
      };
    default:
      return sellersFoot(mail.kind, links);
  }
}
