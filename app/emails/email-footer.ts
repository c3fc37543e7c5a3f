import { SITE } from '#content/site.ts';
import type { Email } from '#domain/email.ts';

import type { EmailFooter, EmailLinks } from './email-content.ts';
import { getSellerDisplayName } from './sanitize.ts';

const SUPPORT_LINE = `Questions? Write to ${SITE.supportEmail}.`;
const ACCOUNT_AT_ADDRESS = `an account with this address at ${SITE.name}`;

const createFooter = (reason: string, label: string, href: string): EmailFooter => ({
  lines: [`You get this mail because ${reason}.`, SUPPORT_LINE],
  links: [[label, href]],
});

const PAGE_PATH = /^\/c\/[a-z0-9-]+$/;

function createBuyerFooter(mail: Extract<Email, { seller: object }>, { home, purchases }: EmailLinks): EmailFooter {
  const name = getSellerDisplayName(mail.seller);
  const { page } = mail.seller;
  const pageLinks: [string, string][] = PAGE_PATH.test(page) ? [[`The page of ${name}`, home + page]] : [];
  return {
    lines: [
      `${name} sends you this through ${SITE.name}, because you bought from them.`,
      'Answer this mail to reach them.',
    ],
    links: [['Your purchases', purchases], ...pageLinks],
  };
}

function createSellerFooter(kind: Email['kind'], links: EmailLinks): EmailFooter {
  const sellerReason = `you sell with ${SITE.name}`;
  switch (kind) {
    case 'sale_notice':
      return createFooter(sellerReason, 'Choose which of these mails you get', links.account);
    case 'renewal_failed_notice':
    case 'refund_failed_notice':
    case 'dispute_notice':
    case 'dispute_closed':
    case 'payments_off':
      return createFooter(sellerReason, 'Your orders', links.orders);
    case 'page_paused':
    case 'page_suspended':
    case 'page_restored':
      return createFooter(sellerReason, 'Your pages', links.pages);
    case 'domain_failing':
    case 'domain_off':
      return createFooter(sellerReason, 'Your domains', links.domains);
    case 'webhook_paused':
      return createFooter(`you connect programs to ${SITE.name}`, 'Your integrations', links.integrations);
    default:
      return createFooter(sellerReason, 'Your subscription', links.subscription);
  }
}

/** Footer: why the recipient gets this email, and a link to continue. */
export function getFooter(mail: Email, links: EmailLinks): EmailFooter {
  if ('seller' in mail) return createBuyerFooter(mail, links);
  switch (mail.kind) {
    case 'security_notice':
      return mail.event === 'email_changed'
        ? createFooter(`there was ${ACCOUNT_AT_ADDRESS}`, SITE.name, links.home)
        : createFooter(`there is ${ACCOUNT_AT_ADDRESS}`, 'Your account', links.account);
    case 'confirm_email':
    case 'recover_password':
    case 'confirmation_code':
      return createFooter(`there is ${ACCOUNT_AT_ADDRESS}`, 'Your account', links.account);
    case 'change_email':
      return mail.to === 'held'
        ? createFooter(`there is ${ACCOUNT_AT_ADDRESS}`, 'Your account', links.account)
        : createFooter(`somebody named this address at ${SITE.name}`, SITE.name, links.home);
    case 'account_deleted':
      return createFooter(`there was ${ACCOUNT_AT_ADDRESS}`, SITE.name, links.home);
    case 'purchases_link':
      return createFooter('somebody asked for the purchases of this address', 'Your purchases', links.purchases);
    case 'page_reported':
    case 'operator_alert':
      return {
        lines: [`You get this mail because you run ${SITE.name} at this address.`],
        links: [[SITE.name, links.home]],
      };
    default:
      return createSellerFooter(mail.kind, links);
  }
}
