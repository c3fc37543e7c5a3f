import { renderToStaticMarkup } from 'react-dom/server';

import { DEFAULT_ACCENT } from '#domain/accent.ts';
import { SITE } from '#content/site.ts';
import { isMediaPath } from '#domain/image.ts';
import type { DrawnMail, Mail } from '#domain/mail.ts';

import { sellerOf } from './buyer-names.ts';
import { wordsOf } from './letters.ts';
import { MailDocument } from './mail-document.tsx';
import { released } from './mail-figures.ts';
import { footOf } from './mail-foot.ts';
import { mailText } from './mail-text.ts';
import type { MailLinks, MailLook } from './mail-words.ts';
import { plainName, shownName } from './plain-name.ts';

const LONGEST_SUBJECT = 78;
const COLOUR = /^#[0-9a-f]{6}$/i;

const linksOf = (appUrl: string): MailLinks => ({
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

function lookOf(mail: Mail, appUrl: string): MailLook {
  if (mail.kind === 'purchases_link') return { kind: 'plain' };
  if (!('seller' in mail)) return { kind: 'house' };
  const { logo, accent } = mail.seller;
  return {
    kind: 'seller',
    name: sellerOf(mail.seller),
    logo: logo && isMediaPath(logo) ? appUrl + logo : null,
    accent: COLOUR.test(accent) ? accent : DEFAULT_ACCENT,
  };
}

/** Sender name, such as `Vane Ceramics via Tillwright`. The address is always the app's own. */
function senderOf(mail: Mail): string | null {
  const name = 'seller' in mail ? plainName(mail.seller.name) : '';
  return name ? `${name} via ${SITE.name}` : null;
}

/** Renders the HTML and the text part of an email. Links lead to `appUrl`, or to a provider URL in the email's data. */
export function drawMail(mail: Mail, appUrl: string): DrawnMail {
  const links = linksOf(appUrl);
  const words = wordsOf(mail, links);
  const foot = footOf(mail, links);
  const html = renderToStaticMarkup(<MailDocument words={words} foot={foot} look={lookOf(mail, appUrl)} />);
  const from = senderOf(mail);
  return {
    subject: shownName(released(words.subject), LONGEST_SUBJECT),
    html: `<!doctype html>${html}`,
    text: mailText(words, foot),
    ...(from && { from }),
  };
}
