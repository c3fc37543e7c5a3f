import { renderToStaticMarkup } from 'react-dom/server';

import { OPERATOR } from '#content/legal/operator.ts';
import { sharedEmailMessages } from '#content/messages/emails-shared.ts';
import { SITE } from '#content/site.ts';
import { DEFAULT_ACCENT } from '#domain/accent-color.ts';
import type { Email, EmailKind, EmailOf, RenderedEmail } from '#domain/email.ts';
import { FONT_FAMILIES } from '#domain/fonts.ts';
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
import { checkLink, getSellerDisplayName, sanitizeName, truncateLine } from './sanitize.ts';
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

const { footer, links: linkLabels, senderName } = sharedEmailMessages;
const FOOTER_VALUES = { site: SITE.name };
const OPERATOR_ADDRESS = `${OPERATOR.name}, ${OPERATOR.address}`;

const createFooter = (reason: string, ...link: [label: string, href: string]): EmailFooter => ({
  lines: [reason, footer.support({ supportEmail: SITE.supportEmail })],
  address: OPERATOR_ADDRESS,
  links: [link],
});

const PAGE_PATH = /^\/c\/[a-z0-9-]+$/;

function createBuyerFooter(mail: Extract<Email, { seller: object }>, links: EmailLinks): EmailFooter {
  const { home, purchases } = links;
  const seller = getSellerDisplayName(mail.seller);
  const { page } = mail.seller;
  const { unsubscribeUrl } = getUnsubscribe(mail, links);
  const sender = footer.buyer({ seller, site: SITE.name });
  // The seller's account is deleted, so a reply would reach no one.
  if (mail.kind === 'access_ends') return createFooter(sender, linkLabels.purchases, purchases);
  return {
    lines: [sender, footer.buyerReply],
    address: null,
    links: [
      [linkLabels.purchases, purchases],
      ...(PAGE_PATH.test(page) ? [[linkLabels.sellerPage({ seller }), home + page] as const] : []),
      ...(unsubscribeUrl ? [[linkLabels.optOut, unsubscribeUrl] as const] : []),
    ],
  };
}

/** Why the recipient gets this email, and a link to continue. */
function getFooter(mail: Email, links: EmailLinks): EmailFooter {
  if ('seller' in mail) return createBuyerFooter(mail, links);
  const sells = footer.seller(FOOTER_VALUES);
  const closedAccount = () => createFooter(footer.formerAccount(FOOTER_VALUES), SITE.name, links.home);
  const openAccount = () => createFooter(footer.account(FOOTER_VALUES), linkLabels.account, links.account);
  switch (mail.kind) {
    case 'security_notice':
      return mail.event === 'email_changed' ? closedAccount() : openAccount();
    case 'change_email':
      return mail.to !== 'new' ? openAccount() : createFooter(footer.newAddress(FOOTER_VALUES), SITE.name, links.home);
    case 'confirm_email':
    case 'recover_password':
    case 'confirmation_code':
      return openAccount();
    case 'account_deleted':
      return closedAccount();
    case 'purchases_link':
      return createFooter(footer.purchases, linkLabels.purchases, links.purchases);
    case 'page_reported':
    case 'operator_alert':
      return { lines: [footer.operator(FOOTER_VALUES)], address: null, links: [[SITE.name, links.home]] };
    case 'sale_notice':
      return createFooter(sells, linkLabels.preferences, links.preferences);
    case 'renewal_failed_notice':
    case 'payment_not_arrived_notice':
    case 'refund_failed_notice':
    case 'license_keys_missing':
    case 'dispute_notice':
    case 'dispute_closed':
    case 'payments_off':
      return createFooter(sells, linkLabels.orders, links.orders);
    case 'page_paused':
    case 'page_suspended':
    case 'page_restored':
      return createFooter(sells, linkLabels.pages, links.pages);
    case 'domain_failing':
    case 'domain_off':
      return createFooter(sells, linkLabels.domains, links.domains);
    case 'license_keys_low':
      return createFooter(sells, linkLabels.licenses, links.licenses);
    case 'webhook_paused':
      return createFooter(footer.webhooks(FOOTER_VALUES), linkLabels.integrations, links.integrations);
    default:
      return createFooter(sells, linkLabels.subscription, links.subscription);
  }
}

const MAX_SUBJECT_LENGTH = 78;
const HEX_COLOR = /^#[0-9a-f]{6}$/i;
const isKnownFont = (family: string): boolean => FONT_FAMILIES.some((known) => known === family);

function getTheme(mail: Email, appUrl: string): EmailTheme {
  if (mail.kind === 'purchases_link') return { kind: 'plain' };
  if (!('seller' in mail)) return { kind: 'house' };
  const { logo, accent, fonts } = mail.seller;
  return {
    kind: 'seller',
    name: getSellerDisplayName(mail.seller),
    logo: logo && isMediaPath(logo) ? appUrl + logo : null,
    accent: HEX_COLOR.test(accent) ? accent : DEFAULT_ACCENT,
    fonts: fonts && isKnownFont(fonts.heading) && isKnownFont(fonts.body) ? fonts : null,
  };
}

/** Sender name, such as `Vane Ceramics via Tillwright`. The address is always the app's own. */
function getSenderName(mail: Email): string | null {
  const name = 'seller' in mail ? sanitizeName(mail.seller.name) : '';
  return name ? senderName({ seller: name, site: SITE.name }) : null;
}

/** Where the recipient turns off an optional email. */
function getUnsubscribe(
  mail: Email,
  { preferences, emailOptOut }: EmailLinks,
): Pick<RenderedEmail, 'unsubscribeUrl' | 'unsubscribesByPost'> {
  if (mail.kind === 'sale_notice') return { unsubscribeUrl: preferences };
  if (mail.kind !== 'file_updated' || !mail.optOut) return {};
  return { unsubscribeUrl: checkLink(mail.optOut, emailOptOut), unsubscribesByPost: true };
}

function renderPlainText(
  { subject, title = subject, body }: EmailContent,
  { lines, links, address }: EmailFooter,
): string {
  const blockTexts = listBlocks(body).flatMap(({ text }) => text ?? []);
  const linkTexts = links.map(([label, href]) => `${label}: ${href}`);
  const footerText = [...lines.map(wrapText), ...linkTexts, ...(address === null ? [] : [address])].join('\n');
  return toRegularSpaces(`${[wrapText(title), ...blockTexts, `-- \n${footerText}`].join('\n\n')}\n`);
}

/**
 * Renders the HTML and the text part of an email. Links lead to `appUrl`, or to a provider URL in the email's data. Throws
 * RangeError for an unknown kind and invalid data: queued rows may come from a newer version. `preview` is the preheader,
 * the text that inboxes show after the subject.
 */
export function renderEmail(mail: Email, appUrl: string): RenderedEmail & { preview: string } {
  if (!Object.hasOwn(EMAIL_TEMPLATES, mail.kind)) throw new RangeError('Unknown kind of email');
  const links = createLinks(appUrl);
  const content = renderTemplate(EMAIL_TEMPLATES, mail, links);
  const emailFooter = getFooter(mail, links);
  const html = renderToStaticMarkup(
    <EmailFrame content={content} footer={emailFooter} theme={getTheme(mail, appUrl)} />,
  );
  const from = getSenderName(mail);
  return {
    subject: truncateLine(toRegularSpaces(content.subject), MAX_SUBJECT_LENGTH),
    preview: toRegularSpaces(content.preview),
    html: `<!doctype html>${html}`,
    text: renderPlainText(content, emailFooter),
    ...(from && { from }),
    ...getUnsubscribe(mail, links),
  };
}
