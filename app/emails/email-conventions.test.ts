import { expect, test } from 'vitest';

import { OPERATOR } from '#content/legal/operator.ts';
import { SITE } from '#content/site.ts';
import type { Email } from '#domain/email.ts';
import { formatMoney } from '#domain/money.ts';
import { countCharacters } from '#domain/text.ts';

import { renderEmail } from './render-email.tsx';
import { ALL_EMAILS, MONEY_EMAILS, ORDER, SELLER } from './testing/email-samples.ts';
import { removeImages } from './testing/email-variants.ts';

const APP_URL = 'https://till.example';

const render = (mail: Email) => renderEmail(mail, APP_URL);
const RENDERED = ALL_EMAILS.map((mail) => ({ mail, ...render(mail) }));
const getBody = (html: string): string => html.slice(html.indexOf('</head>'));
const getText = (html: string): string =>
  getBody(html)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
const countButtons = (html: string): number => (getBody(html).match(/class="b-key /g) ?? []).length;

/** Emails after which there is nothing to do, or nothing that a link could do. */
const hasNoAction = (mail: Email): boolean =>
  mail.kind === 'account_deleted' ||
  mail.kind === 'operator_alert' ||
  (mail.kind === 'security_notice' && mail.event === 'email_changed');

test.for(RENDERED)('states its language, color schemes and preheader: $mail.kind', ({ subject, preview, html }) => {
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
  expect(preview.trim()).not.toBe('');
  expect(preview).not.toBe(subject);
  expect(countCharacters(preview)).toBeLessThanOrEqual(150);
  expect(getText(html).trim().startsWith(preview.replace(/\s+/g, ' '))).toBe(true);
});

test.for(RENDERED)('has one main action, or none where there is nothing to do: $mail.kind', ({ mail, html }) => {
  expect(countButtons(html)).toBe(hasNoAction(mail) ? 0 : 1);
});

test.for(RENDERED)('is at most 600 pixels wide, and no part has a fixed width: $mail.kind', ({ html }) => {
  const body = getBody(html);
  expect(body).toContain('max-width:600px');
  const widths = Array.from(body.matchAll(/(?<!max-)\bwidth[:=]"?(\d+)(?:px|")/g), ([, width]) => Number(width));
  for (const width of widths) expect(width).toBeLessThanOrEqual(40);
});

test.for(RENDERED)('says the same without images, and only the logo is one: $mail.kind', ({ mail, html }) => {
  expect(getText(removeImages(html))).toBe(getText(html));
  for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toContain(' alt=""');
  if ('seller' in mail) expect(getText(html)).toContain(mail.seller.name);
  else expect(html).not.toContain('<img');
});

test.for(RENDERED)('says who sent it and how to reach them: $mail.kind', ({ mail, html, text }) => {
  for (const part of [getText(html), text.replaceAll('\n', ' ')]) {
    if ('seller' in mail && mail.kind !== 'access_ends') {
      expect(part).toContain(`${mail.seller.name} sent you this email through ${SITE.name}`);
      expect(part).toContain('Reply to this email to reach them.');
    } else if (mail.kind === 'page_reported' || mail.kind === 'operator_alert') {
      expect(part).toContain(`because you operate this ${SITE.name} site`);
    } else {
      expect(part).toContain(`Email ${SITE.supportEmail}.`);
      expect(part).toContain(`${OPERATOR.name}, ${OPERATOR.address}`);
    }
  }
});

/** Amount that moved, in the emails about it. */
function getMovedAmount(mail: Email): string | null {
  switch (mail.kind) {
    case 'receipt':
    case 'sale_notice':
      return formatMoney(mail.order.paid, mail.order.currency);
    case 'refund_made':
    case 'dispute_notice':
    case 'dispute_closed':
      return formatMoney(mail.amount, mail.currency);
    case 'plan_upgraded':
      return mail.charged > 0 ? formatMoney(mail.charged, 'USD') : null;
    default:
      return null;
  }
}

test.for(RENDERED)(
  'names the amount that moved, and the seller or product, in the subject: $mail.kind',
  ({ mail, subject }) => {
    const amount = getMovedAmount(mail);
    if (amount !== null) expect(subject).toContain(amount);
    if ('seller' in mail) {
      const product = 'order' in mail ? mail.order.productName : mail.productName;
      const names = [mail.seller.name.slice(0, 15), product];
      expect(names.some((name) => subject.includes(name))).toBe(true);
    }
  },
);

const optOutOf = (mail: Email): string | undefined => (mail.kind === 'file_updated' ? mail.optOut : undefined);

test('lets people turn off the emails that they may turn off, and no others', () => {
  for (const { mail, unsubscribeUrl, unsubscribesByPost, text } of RENDERED) {
    const url = mail.kind === 'sale_notice' ? `${APP_URL}/account#notices` : optOutOf(mail);
    expect(unsubscribeUrl).toBe(url);
    expect(unsubscribesByPost ?? false).toBe(mail.kind === 'file_updated');
    expect(/#notices|\/g\/emails\//.test(text)).toBe(url !== undefined);
    if (url) expect(text).toContain(url);
  }
});

const receipt = MONEY_EMAILS.find(({ kind }) => kind === 'receipt');

test.for(['Thank you for your purchase.', 'thank you for your purchase!', ' Thank you for your purchase '])(
  'thanks the buyer once if the seller left the default message: %s',
  (message) => {
    const { html, text } = render({ ...receipt, message } as Email);
    expect(html.match(/thank you for your purchase/gi)).toHaveLength(1);
    expect(text.match(/thank you for your purchase/gi)).toHaveLength(1);
    expect(text).not.toContain('A message from');
  },
);

test('keeps a message that says more than thanks', () => {
  const message = 'Thank you for your purchase. Your files: https://vane.example/files';
  expect(render({ ...receipt, message } as Email).text).toContain(message);
});

test("uses the seller's fonts with a system font of the same kind, and ours if a font is unknown", () => {
  const renderWithFonts = (fonts: object) =>
    getBody(render({ ...receipt, seller: { ...SELLER, fonts } } as Email).html).replaceAll('&#x27;', "'");
  const html = renderWithFonts({ heading: 'Playfair Display', body: 'Open Sans' });
  expect(html).toMatch(/<h1[^>]*font:700 26px\/1\.2 'Playfair Display',Georgia,'Times New Roman',serif/);
  expect(html).toContain("font:400 16px/1.6 'Open Sans','Helvetica Neue',Helvetica,Arial,sans-serif");
  const hostile = renderWithFonts({ heading: "x';}</style><script>", body: 'Lora' });
  expect(hostile).not.toContain('<script');
  expect(hostile).toMatch(/<h1[^>]*font:700 26px\/1\.2 Archivo/);
});

test('keeps subjects with long names and amounts complete', () => {
  const order = { ...ORDER, currency: 'IDR', paid: 99_999_999_99, number: 104_512 };
  for (const renewal of [false, true]) {
    const seller = { ...SELLER, name: 'The Extraordinarily Long Ceramics Company of Upper Bavaria' };
    const { subject } = render({ ...receipt, renewal, seller, order } as Email);
    expect(subject).toMatch(/…: Rp99,999,999\.99 IDR \(No\. 104512\)$/);
  }
});

test('keeps abbreviations in the subject of a security notice', () => {
  const notice = { kind: 'security_notice', at: ORDER.paidAt, device: '', address: null, detail: '' } as const;
  expect(render({ ...notice, event: 'api_key_revoked' }).subject).toBe('Your account: API key revoked');
  expect(render({ ...notice, event: 'signed_out' }).subject).toBe('Your account: signed out');
});

test('shows the last error of a webhook with its punctuation, and without links', () => {
  const mail = ALL_EMAILS.find(({ kind }) => kind === 'webhook_paused');
  const problem = 'The connection was refused: see https://evil.example/x or www.evil.example';
  const { html, text } = render({ ...mail, problem } as Email);
  expect(text).toContain('The connection was refused: see');
  expect(`${html}${text}`).not.toMatch(/https:\/\/evil|evil\.example/);
});
