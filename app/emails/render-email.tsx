import { renderToStaticMarkup } from 'react-dom/server';

import { SITE } from '#content/site.ts';
import { DEFAULT_ACCENT } from '#domain/accent-color.ts';
import type { Email, EmailKind, EmailOf, RenderedEmail } from '#domain/email.ts';
import { isMediaPath } from '#domain/image.ts';

import { ACCOUNT_TEMPLATES } from './account-emails.ts';
import { BUYER_TEMPLATES } from './buyer-emails.tsx';
import { listBlocks } from './email-blocks.tsx';
import {
  createLinks,
  wrapText,
  type EmailContent,
  type EmailFooter,
  type EmailLinks,
  type EmailTemplates,
  type EmailTheme,
} from './email-content.ts';
import { EmailFrame } from './email-frame.tsx';
import { toRegularSpaces } from './format.ts';
import { INTEGRATION_TEMPLATES } from './integration-emails.ts';
import { PLAN_TEMPLATES } from './plan-emails.ts';
import { getSellerDisplayName, sanitizeName, truncateLine } from './sanitize.ts';
import { SELLER_TEMPLATES } from './seller-emails.ts';

const EMAIL_TEMPLATES: EmailTemplates = {
  ...PLAN_TEMPLATES,
  ...ACCOUNT_TEMPLATES,
  ...BUYER_TEMPLATES,
  ...SELLER_TEMPLATES,
  ...INTEGRATION_TEMPLATES,
};

export const EMAIL_KINDS = Object.keys(EMAIL_TEMPLATES) as readonly EmailKind[];

const renderTemplate = <K extends EmailKind>(
  templates: EmailTemplates,
  mail: EmailOf<K>,
  links: EmailLinks,
): EmailContent => templates[mail.kind](mail, links);

const SUPPORT_LINE = `Questions? Write to ${SITE.supportEmail}.`;

const createFooter = (reason: string, ...link: [label: string, href: string]): EmailFooter => ({
  lines: [`You’re receiving this email because ${reason}.`, SUPPORT_LINE],
  links: [link],
});

const PAGE_PATH = /^\/c\/[a-z0-9-]+$/;

function createBuyerFooter(mail: Extract<Email, { seller: object }>, { home, purchases }: EmailLinks): EmailFooter {
  const name = getSellerDisplayName(mail.seller);
  const { page } = mail.seller;
  return {
    lines: [
      `${name} sends you this email through ${SITE.name} because you bought from them.`,
      'Reply to this email to reach them.',
    ],
    links: [['Your purchases', purchases], ...(PAGE_PATH.test(page) ? [[`${name}’s page`, home + page] as const] : [])],
  };
}

/** Why the recipient gets this email, and a link to continue. */
function getFooter(mail: Email, links: EmailLinks): EmailFooter {
  if ('seller' in mail) return createBuyerFooter(mail, links);
  const atAddress = `an account with this address at ${SITE.name}`;
  const sells = `you sell with ${SITE.name}`;
  const closedAccount = () => createFooter(`there was ${atAddress}`, SITE.name, links.home);
  const openAccount = () => createFooter(`there is ${atAddress}`, 'Your account', links.account);
  switch (mail.kind) {
    case 'security_notice':
      return mail.event === 'email_changed' ? closedAccount() : openAccount();
    case 'change_email':
      return mail.to === 'held'
        ? openAccount()
        : createFooter(`someone entered this address at ${SITE.name}`, SITE.name, links.home);
    case 'confirm_email':
    case 'recover_password':
    case 'confirmation_code':
      return openAccount();
    case 'account_deleted':
      return closedAccount();
    case 'purchases_link':
      return createFooter('someone asked for the purchases of this address', 'Your purchases', links.purchases);
    case 'page_reported':
    case 'operator_alert': {
      const reason = `You’re receiving this email because you run ${SITE.name} at this address.`;
      return { lines: [reason], links: [[SITE.name, links.home]] };
    }
    case 'sale_notice':
      return createFooter(sells, 'Choose which emails you receive', links.account);
    case 'renewal_failed_notice':
    case 'refund_failed_notice':
    case 'dispute_notice':
    case 'dispute_closed':
    case 'payments_off':
      return createFooter(sells, 'Your orders', links.orders);
    case 'page_paused':
    case 'page_suspended':
    case 'page_restored':
      return createFooter(sells, 'Your pages', links.pages);
    case 'domain_failing':
    case 'domain_off':
      return createFooter(sells, 'Your domains', links.domains);
    case 'webhook_paused':
      return createFooter(`you connect programs to ${SITE.name}`, 'Your integrations', links.integrations);
    default:
      return createFooter(sells, 'Your subscription', links.subscription);
  }
}

const MAX_SUBJECT_LENGTH = 78;
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

function getTheme(mail: Email, appUrl: string): EmailTheme {
  if (mail.kind === 'purchases_link') return { kind: 'plain' };
  if (!('seller' in mail)) return { kind: 'house' };
  const { logo, accent } = mail.seller;
  return {
    kind: 'seller',
    name: getSellerDisplayName(mail.seller),
    logo: logo && isMediaPath(logo) ? appUrl + logo : null,
    accent: HEX_COLOR.test(accent) ? accent : DEFAULT_ACCENT,
  };
}

/** Sender name, such as `Vane Ceramics via Tillwright`. The address is always the app's own. */
function getSenderName(mail: Email): string | null {
  const name = 'seller' in mail ? sanitizeName(mail.seller.name) : '';
  return name ? `${name} via ${SITE.name}` : null;
}

function renderPlainText({ subject, title = subject, body }: EmailContent, footer: EmailFooter): string {
  const blockTexts = listBlocks(body).flatMap(({ text }) => text ?? []);
  const links = footer.links.map(([label, href]) => `${label}: ${href}`);
  const footerText = [...footer.lines.map(wrapText), ...links].join('\n');
  return toRegularSpaces(`${[wrapText(title), ...blockTexts, `-- \n${footerText}`].join('\n\n')}\n`);
}

/**
 * Renders the HTML and the text part of an email. Links lead to `appUrl`, or to a provider URL in the email's data. Throws
 * RangeError for an unknown kind and invalid data: queued rows may come from a newer version.
 */
export function renderEmail(mail: Email, appUrl: string): RenderedEmail {
  if (!Object.hasOwn(EMAIL_TEMPLATES, mail.kind)) throw new RangeError('Unknown kind of email');
  const links = createLinks(appUrl);
  const content = renderTemplate(EMAIL_TEMPLATES, mail, links);
  const footer = getFooter(mail, links);
  const html = renderToStaticMarkup(<EmailFrame content={content} footer={footer} theme={getTheme(mail, appUrl)} />);
  const senderName = getSenderName(mail);
  return {
    subject: truncateLine(toRegularSpaces(content.subject), MAX_SUBJECT_LENGTH),
    html: `<!doctype html>${html}`,
    text: renderPlainText(content, footer),
    ...(senderName && { from: senderName }),
  };
}
