import { expect, test } from 'vitest';

import { contrastRatio } from '#domain/accent-color.ts';
import type { Email, EmailKind } from '#domain/email.ts';
import { formatMoney } from '#domain/money.ts';
import { countCharacters } from '#domain/text.ts';

import { getThemeColors } from './email-palette.ts';
import { renderEmail } from './render-email.tsx';
import { ANSWERS, MONEY_EMAILS, ORDER, SELLER } from './testing/email-samples.ts';

const APP_URL = 'https://till.example';

const renderKind = (kind: EmailKind, overrides: object = {}) => {
  const mail = MONEY_EMAILS.find((candidate) => candidate.kind === kind);
  return renderEmail({ ...mail, ...overrides } as Email, APP_URL);
};

const listLinks = (html: string): string[] => Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href);

test.for([
  ['JPY', 980_000],
  ['KWD', 12_340],
  ['ISK', 150_000],
  ['HUF', 17_500],
  ['CHF', 7120],
  ['IDR', 99_999_999],
] as const)("shows amounts in the order's currency: %s", ([currency, amount]) => {
  const total = formatMoney(amount, currency);
  const order = { ...ORDER, currency, original: amount, discount: 0, paid: amount, couponCode: null };
  const totalWithoutCode = total.replace(` ${currency}`, '');
  expect(renderKind('receipt', { order }).text).toContain(`Throwing Taller: ${totalWithoutCode}\nTotal paid: ${total}`);
  expect(renderKind('sale_notice', { order }).text).toContain(`Paid: ${total}`);
  for (const kind of ['renewal_failed', 'refund_made', 'renewal_failed_notice'] as const)
    expect(renderKind(kind, { amount, currency }).text).toContain(`: ${total}\n`);
  for (const kind of ['refund_failed_notice', 'dispute_notice', 'dispute_closed'] as const)
    expect(renderKind(kind, { amount, currency }).subject).toContain(total);
  for (const { html } of [renderKind('receipt', { order }), renderKind('dispute_closed', { amount, currency })])
    expect(html).not.toContain('USD');
});

test('shows the price and the discount in a receipt, or only the amount paid', () => {
  expect(renderKind('receipt').text).toContain(
    'Throwing Taller: $89.00\nCoupon EARLY20: −$17.80\nTotal paid: $71.20 USD',
  );
  const renewalText = renderKind('receipt', { order: { ...ORDER, paid: 5000 }, renewal: true }).text;
  expect(renewalText).toContain('Throwing Taller: $50.00\nTotal paid: $50.00 USD');
  expect(renewalText).not.toContain('EARLY20');
});

const monthly = { ...ORDER, billing: 'monthly' as const };
/** The text without the footer. */
const readText = (kind: EmailKind, overrides: object): string =>
  (renderKind(kind, overrides).text.split('\n-- \n')[0] ?? '').replaceAll('\n', ' ');

test('says which payment of a plan was made or failed, and never that it renews', () => {
  const renderInstallment = (number: number) => {
    const overrides = { order: monthly, renewal: true, installment: { number, count: 3 } };
    return [readText('receipt', overrides), readText('sale_notice', overrides)];
  };
  const [second, notice] = renderInstallment(2);
  expect(second).toContain('This was payment 2 of 3.');
  expect(notice).toContain('Payment: 2 of 3');
  const [last] = renderInstallment(3);
  expect(last).toContain('This was your last payment, 3 of 3.');
  const failed = readText('renewal_failed', { isPaymentPlan: true });
  expect(failed).toContain('Your bank declined the next payment for “Clay Club”.');
  expect(readText('renewal_failed_notice', { isPaymentPlan: true })).toContain('The bank declined the payment.');
  const ended = readText('subscription_ends', { endsAt: null, isPaymentPlan: true });
  expect(ended).toContain('Your payment plan for “Clay Club” has ended');
  for (const text of [second, notice, last, failed, ended]) expect(text).not.toMatch(/renew|subscri/i);
});

test('says in the receipt of a free trial when it ends, and what follows in the words of the page', () => {
  const paymentTerms = '14 days free. Then $29.00 USD/month until you cancel.';
  const text = readText('receipt', { order: monthly, paymentTerms, trialEndsAt: '2026-12-04T09:31:00.000Z' });
  expect(text).toContain('Your free trial of “Throwing Taller” has started.');
  expect(text).toContain(`Payment terms when you ordered: ${paymentTerms}`);
  expect(text).toContain('Your free trial ends on December 4, 2026. You can cancel at any time before then.');
  expect(text).not.toContain('renews');
});

test('reminds of the end of a free trial with a card of the charge, and without one of the card', () => {
  const withCard = readText('free_trial_ends', { needsCard: true });
  expect(withCard).toContain('Your subscription starts then, and your card is charged.');
  expect(withCard).toContain('cancel on your purchases page before the trial ends');
  const withoutCard = readText('free_trial_ends', { needsCard: false });
  expect(withoutCard).toContain('add a card by then. Otherwise, your subscription ends and you won’t be charged.');
  expect(withoutCard).not.toContain('your card is charged');
});

test("includes the seller's message in the first receipt, with its lines and links", () => {
  const message = 'Welcome!\nhttps://vane.example/download?key=1';
  expect(renderKind('receipt', { message }).text).toContain(`Welcome!\nhttps://vane.example/download?key=1\n`);
  expect(renderKind('receipt', { message }).html).toContain('Welcome!<br/>https://vane.example/download?key=1');
  expect(renderKind('receipt', { message, renewal: true }).text).not.toContain('Welcome!');
});

test("sends in the seller's name from our address, or without a name if it is empty", () => {
  expect(renderKind('receipt').from).toBe('Vane Ceramics via Tillwright');
  for (const name of ['', ' ', '‮', '<>@:', '\r\n'])
    expect(renderKind('receipt', { seller: { ...SELLER, name } })).not.toHaveProperty('from');
  for (const kind of ['purchases_link', 'sale_notice', 'operator_alert'] as const)
    expect(renderKind(kind)).not.toHaveProperty('from');
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'A\r\nBcc: everybody@example.com\r\n\r\nB',
  `\u202e${'moc.live'}\u202c\u2066\u200f`,
  'x'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(2000),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '=cmd|calc',
  '\0',
  '   ',
  '${name} {{name}} %s',
  'support@paypal.example',
];

/** Replaces every text field that someone may have typed. */
function withTypedText(mail: Email, text: string): Email {
  const typedFields = [
    'name',
    'productName',
    'couponCode',
    'buyer',
    'message',
    'reason',
    'what',
    'detail',
    'remedy',
    'country',
    'label',
    'value',
  ];
  return JSON.parse(JSON.stringify(mail), (key, value: unknown) =>
    typedFields.includes(key) && value !== null ? text : value,
  ) as Email;
}

test.for(HOSTILE)('neutralizes markup, line breaks, links and overlong text in typed text: %#', (text) => {
  for (const mail of MONEY_EMAILS) {
    const { subject, html, text: textPart, from = '' } = renderEmail(withTypedText(mail, text), APP_URL);
    expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>/);
    expect(countCharacters(subject)).toBeLessThanOrEqual(78);
    expect(`${subject}${from}`).not.toMatch(/\p{Cc}/u);
    expect(`${subject}${from}${html}${textPart}`).not.toMatch(/[\0\r\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(from).not.toMatch(/[<>@":;]/);
    expect(countCharacters(from)).toBeLessThan(90);
    expect(listLinks(html)).toEqual(listLinks(renderEmail(mail, APP_URL).html));
    expect(html.length).toBeLessThan(60_000);
    expect(textPart).not.toMatch(/undefined|NaN/);
  }
});

test("never links a buyer's name in emails to the seller", () => {
  const buyer = 'Pay at https://evil.example/login or www.evil.example';
  for (const kind of ['sale_notice', 'renewal_failed_notice', 'dispute_notice'] as const) {
    const { subject, html, text } = renderKind(kind, { buyer });
    expect(`${subject}${html}${text}`).not.toMatch(/evil\.example|www\./);
  }
});

test('shows each answer once below its question, without links', () => {
  const [size] = ANSWERS;
  for (const kind of ['receipt', 'sale_notice'] as const) {
    const { html, text } = renderKind(kind);
    expect(text).toContain('Which size is your apron?\nLarge\n\nWhat have you');
    expect(text).toContain('Two bowls.\nA very crooked mug.');
    expect(html).toContain('Two bowls.<br/>A very crooked mug.');
    expect(renderKind(kind, { renewal: true }).text).not.toContain('apron');
    expect(renderKind(kind, { answers: undefined }).text).not.toContain('answers');
    const value = 'Win at https://evil.example/x, www.evil.example or mail@evil.example';
    const hostileEmail = renderKind(kind, { answers: [{ ...size, value }] });
    expect(`${hostileEmail.html}${hostileEmail.text}`).not.toMatch(/https:\/\/evil|evil\.example|mail@evil/);
    const longEmail = renderKind(kind, { answers: [{ ...size, value: 'x'.repeat(2000) }] });
    expect(longEmail.text).toContain(`${'x'.repeat(499)}…`);
  }
});

test('ignores unsafe URLs and external images', () => {
  const logos = ['https://evil.example/a.webp', '//evil.example/a.webp', '/media/../x', `/media/${'a'.repeat(64)}.svg`];
  for (const logo of logos) expect(renderKind('receipt', { seller: { ...SELLER, logo } }).html).not.toContain('<img');
  for (const url of ['javascript:alert(1)', 'https://user:password@evil.example/', '//evil.example', '']) {
    const emails = [
      renderKind('receipt', { termsUrl: url, privacyUrl: url, seller: { ...SELLER, page: url } }),
      renderKind('renewal_failed', { payUrl: url }),
      renderKind('dispute_notice', { url }),
      renderKind('sale_notice', { order: { ...ORDER, id: url } }),
    ];
    for (const { html, text } of emails) {
      expect(`${html}${text}`).not.toMatch(/javascript:|evil/);
      for (const href of listLinks(html)) expect(href).toMatch(/^https:\/\/till\.example(\/|$)/);
    }
  }
});

test.for([
  'https://evil.example/purchases/open?token=a',
  `${APP_URL}/purchases?token=a`,
  `${APP_URL}.evil.example/purchases/open?`,
])('refuses to render a link that does not lead to the buyer portal: %s', (link) => {
  expect(() => renderKind('purchases_link', { link })).toThrow(RangeError);
});

test.for(['#000000', '#ffffff', '#f7d94c', '#b4532a', '#17181a', '#808080', '#00ff00', '#a855f7'])(
  'keeps button text readable in both color schemes for the accent %s',
  (accent) => {
    const colors = getThemeColors({ kind: 'seller', name: '', logo: null, accent, fonts: null });
    for (const index of [0, 1] as const) {
      expect(contrastRatio(colors['on-key'][index], colors.key[index])).toBeGreaterThanOrEqual(4.5);
      for (const ink of ['ink', 'ink-2', 'ink-3'] as const)
        for (const background of ['paper', 'counter'] as const)
          expect(contrastRatio(colors[ink][index], colors[background][index])).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('replaces an invalid accent color', () => {
  const { html } = renderKind('receipt', { seller: { ...SELLER, accent: 'red;}</style><script>' } });
  expect(html).not.toContain('<script');
  expect(html).not.toContain('red;');
});

test('says in the email about a refund what the buyer no longer has access to, if anything', () => {
  expect(readText('refund_made', { endedAccess: ['Guide', 'Videos'] })).toContain(
    'You no longer have access to: Guide, Videos',
  );
  expect(readText('refund_made', { endedAccess: [] })).not.toContain('access');
  expect(readText('refund_made', { endedAccess: undefined })).not.toContain('access');
});
