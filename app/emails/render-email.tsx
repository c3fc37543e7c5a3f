import { renderToStaticMarkup } from 'react-dom/server';

import { SITE } from '#content/site.ts';
import { DEFAULT_ACCENT } from '#domain/accent-color.ts';
import type { RenderedEmail, Email } from '#domain/email.ts';
import { isMediaPath } from '#domain/image.ts';

import type { EmailLinks, EmailTheme } from './email-content.ts';
import { EmailDocument } from './email-document.tsx';
import { getFooter } from './email-footer.ts';
import { getEmailContent } from './email-templates.ts';
import { toRegularSpaces } from './format.ts';
import { renderPlainText } from './plain-text.ts';
import { getSellerDisplayName, sanitizeName, truncateLine } from './sanitize.ts';

const MAX_SUBJECT_LENGTH = 78;
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

const createLinks = (appUrl: string): EmailLinks => ({
  home: appUrl,
  builder: `${appUrl}/builder`,
  pages: `${appUrl}/pages`,
  subscription: `${appUrl}/subscription`,
  account: `${appUrl}/account`,
  password: `${appUrl}/auth/forgot`,
  confirm: `${appUrl}/auth/confirm`,
  orders: `${appUrl}/orders`,
  domains: `${appUrl}/domains`,
  integrations: `${appUrl}/integrations`,
  purchases: `${appUrl}/purchases`,
  openPurchases: `${appUrl}/purchases/open`,
});

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

/** Renders the HTML and the text part of an email. Links lead to `appUrl`, or to a provider URL in the email's data. */
export function renderEmail(mail: Email, appUrl: string): RenderedEmail {
  const links = createLinks(appUrl);
  const content = getEmailContent(mail, links);
  const footer = getFooter(mail, links);
  const html = renderToStaticMarkup(<EmailDocument content={content} footer={footer} theme={getTheme(mail, appUrl)} />);
  const senderName = getSenderName(mail);
  return {
    subject: truncateLine(toRegularSpaces(content.subject), MAX_SUBJECT_LENGTH),
    html: `<!doctype html>${html}`,
    text: renderPlainText(content, footer),
    ...(senderName && { from: senderName }),
  };
}
