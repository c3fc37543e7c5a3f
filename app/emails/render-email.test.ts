import { expect, test } from 'vitest';

import { SITE } from '#content/site.ts';
import type { Email, EmailKind } from '#domain/email.ts';
import { isEmailed, SECURITY_EVENTS } from '#domain/security-event.ts';
import { countCharacters } from '#domain/text.ts';

import { EMAIL_KINDS, renderEmail } from './render-email.tsx';
import { ACCESS_LINK } from './testing/delivery-samples.ts';
import {
  ALL_EMAILS,
  DISPUTE_URL,
  ORDER_ID,
  PAY_URL,
  PRIVACY_URL,
  PURCHASES_LINK,
  TERMS_URL,
} from './testing/email-samples.ts';

const APP_URL = 'https://till.example';
const APP_PATHS = [
  '',
  '/builder',
  `/builder?page=${ORDER_ID}`,
  '/subscription',
  '/account',
  '/account#notices',
  '/auth/forgot',
  '/orders',
  '/domains',
  '/licenses',
  `/licenses?deliverable=${ORDER_ID}`,
  `/orders/${ORDER_ID}`,
  '/integrations',
  `/integrations/webhooks/${ORDER_ID}`,
  '/purchases',
  '/c/throwing-taller',
  '/pages',
  '/c/taller',
];
/** External URLs that emails may link to. */
const EXTERNAL_URLS = [PAY_URL, DISPUTE_URL, TERMS_URL, PRIVACY_URL, PURCHASES_LINK, ACCESS_LINK];

/** Returns the visible text of the HTML, without tags, entities and non-breaking spaces. */
const getVisibleText = (html: string): string =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*aria-label="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** Splits the plain-text part into blocks without URLs, and into single labels and values. */
const listTextParts = (text: string): string[] =>
  (text.split('\n-- \n')[0] ?? '')
    .split('\n\n')
    .map((block) => block.replace(/:\nhttps:.*/, ''))
    .flatMap((block) => (/^(.+: .+\n?)+$/.test(block) ? block.split('\n') : [block.replaceAll('\n', ' ')]))
    .flatMap((line) => line.split(': '));

const listLinks = (html: string): string[] =>
  Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));

const renderKind = (kind: EmailKind, overrides: object = {}) => {
  const mail = ALL_EMAILS.find((candidate) => candidate.kind === kind);
  return renderEmail({ ...mail, ...overrides } as Email, APP_URL);
};

test('covers every kind of email with a sample', () => {
  expect(new Set(ALL_EMAILS.map(({ kind }) => kind))).toEqual(new Set(EMAIL_KINDS));
});

test.for(ALL_EMAILS)('has the same content in HTML and text: %o', (mail) => {
  const { subject, html, text } = renderEmail(mail, APP_URL);
  expect(countCharacters(subject)).toBeGreaterThanOrEqual(10);
  expect(countCharacters(subject)).toBeLessThanOrEqual(78);
  expect(subject).not.toMatch(/[\p{Cc}\u00a0]/u);
  expect(html.startsWith('<!doctype html><html lang="en"')).toBe(true);
  const htmlText = getVisibleText(html);
  const textParts = listTextParts(text);
  expect(textParts.length).toBeGreaterThanOrEqual(3);
  for (const textPart of textParts.filter((candidate) => candidate !== '')) expect(htmlText).toContain(textPart);
  for (const href of listLinks(html)) expect(text).toContain(href);
  expect(text).not.toMatch(/undefined|null|NaN|Invalid|[<>\u00a0]/);
  expect(htmlText).not.toMatch(/undefined|null|NaN|Invalid/);
});

test.for(ALL_EMAILS)("loads only the seller's logo, and links only to the app or to allowed URLs: %o", (mail) => {
  const { html, text } = renderEmail(mail, APP_URL);
  const logo = 'seller' in mail && mail.seller.logo ? [`<img src="${APP_URL}${mail.seller.logo}" alt=""`] : [];
  expect(html.match(/<img[^>]*?alt="[^"]*"/g) ?? []).toEqual(logo);
  expect(html).not.toMatch(/<(script|link|form|input|iframe)|url\(|@import|@font-face/i);
  const ownUrls = ['url' in mail && mail.url, 'link' in mail && mail.link, 'optOut' in mail && mail.optOut];
  const namedUrls = [...EXTERNAL_URLS, ...ownUrls];
  const allowed = [...APP_PATHS.map((path) => APP_URL + path), ...namedUrls];
  const links = [...listLinks(html), ...(text.match(/https?:\/\/\S+/g) ?? [])];
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(allowed).toContain(link);
});

test('says in each email about a limit what happens above it, and that sales continue', () => {
  const limitKinds: EmailKind[] = ['welcome_trial', 'usage_warning', 'limit_reached', 'upgrade_needs_payment'];
  for (const kind of [...limitKinds, 'plan_upgraded' as const]) {
    const { html, text } = renderKind(kind);
    for (const body of [getVisibleText(html), text.replaceAll('\n', ' ')]) {
      expect(body).toMatch(/exceed the limit, we upgrade you to .* and charge the prorated difference right away/);
      expect(body).toContain('We never stop a sale.');
    }
  }
  expect(renderKind('welcome_trial', { plan: 'pro', limit: null }).text).not.toContain('exceed the limit');
});

test('shows amounts with their currency, and the next plan with its price', () => {
  const { text } = renderKind('usage_warning');
  expect(text).toContain('Sold this month: $2,437.50 USD');
  expect(text.replaceAll('\n', ' ')).toContain('Growth ($29 USD a month)');
  expect(renderKind('plan_upgraded').text).toContain('$14.33 USD');
  expect(renderKind('plan_upgraded', { charged: 0 }).text).toMatch(/You weren’t charged for the\supgrade/);
  expect(renderKind('payment_failed').subject).toBe('Your payment of $29.00 USD failed');
});

test('names both prices, the day, and what the seller can do', () => {
  const renderPriceChange = (from: number, to: number) =>
    renderKind('plan_price_changes', { from, to }).text.replaceAll('\n', ' ');
  expect(renderPriceChange(900, 1200)).toContain('your Starter plan costs $12.00 USD instead of $9.00 USD a month.');
  expect(renderPriceChange(900, 1200)).toContain('Cancel before that day and you never pay the new price.');
  expect(renderPriceChange(1200, 900)).toContain('begins with your next renewal');
  expect(renderPriceChange(900, 900)).toContain('It doesn’t apply: your plan still costs $9.00 USD a month.');
});

test('formats dates in UTC', () => {
  const { text } = renderKind('trial_ends', { trialEndsAt: '2026-11-30T23:30:00-05:00' });
  expect(text).toContain('Trial ends: December 1, 2026, 04:30 UTC');
  expect(renderKind('plan_upgraded', { month: '2027-01' }).text).toContain('January 2027');
});

test('counts the remaining days in words', () => {
  expect([3, 1, 0].map((days) => renderKind('trial_ends', { days }).subject)).toEqual([
    'Your trial ends in 3 days',
    'Your trial ends in one day',
    'Your trial ends today',
  ]);
});

test.for([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://user:password@evil.example/',
  'https://pay.example/\r\nBcc: everybody@example.com',
  '//evil.example',
])("replaces an unsafe link by the app's own page: %s", (url) => {
  const { html, text } = renderKind('payment_failed', { url });
  expect(html).not.toContain('evil');
  expect(new Set(listLinks(html))).toEqual(new Set([`${APP_URL}/subscription`]));
  expect(text).not.toMatch(/javascript|data:|evil|Bcc/);
});

test.for(SECURITY_EVENTS.filter(isEmailed))('has its own text for the security event "%s"', (event) => {
  const { subject, text } = renderKind('security_notice', { event });
  expect(subject).not.toMatch(/^Your account:/);
  expect(text.replaceAll('\n', ' ')).toContain('If it was you, you don’t need to do anything.');
});

test('does not offer the previous address a link that only the new address may use', () => {
  const { html, text } = renderKind('security_notice', { event: 'email_changed', detail: 'new@example.com' });
  expect(text).not.toContain('/auth/forgot');
  expect(getVisibleText(html)).toContain(`email ${SITE.supportEmail} right away`);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  'Visit https://evil.example/login now',
  'evil.example',
  'Call\r\nBcc: everybody@example.com',
  'www.evil.example',
  'javascript:alert(1)',
  `‮${'x'.repeat(500)}`,
];

test.for(HOSTILE)('neutralizes links, line breaks and markup in names: %j', (name) => {
  for (const event of ['factor_added', 'email_changed', 'identity_linked'] as const) {
    const { subject, html, text } = renderKind('security_notice', { event, detail: name, device: name });
    const htmlText = `${getVisibleText(html)} ${text.replaceAll(/[\s]+/g, ' ')}`;
    expect(htmlText).not.toMatch(/evil\.example|https?:\/\/(?!till\.example)|www\.|javascript:|Bcc:|x{100}|\u202e/);
    expect(html).not.toContain('<script');
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

test('does not show an invalid new address', () => {
  for (const newEmail of ['"><script>@x.example', 'a b@x.example', 'https://evil.example/@x'])
    expect(renderKind('change_email', { newEmail, to: 'current' }).html).not.toMatch(/<script|evil/);
});

test.for([
  { link: 'https://evil.example/auth/confirm?token_hash=a' },
  { link: 'javascript:alert(1)' },
  { link: `${APP_URL}.evil.example/auth/confirm?token_hash=a` },
  { code: '12345' },
  { code: 'https:' },
])('refuses to render an email with an invalid link or code: %o', (overrides) => {
  expect(() => renderKind('recover_password', overrides)).toThrow(RangeError);
});

test('shows each code as one word, and not in the subject', () => {
  for (const kind of ['confirm_email', 'recover_password', 'change_email', 'confirmation_code'] as const) {
    const { subject, html, text } = renderKind(kind);
    expect(html).toContain('>042137<');
    expect(text).toContain('Your code: 042137');
    expect(subject).not.toMatch(/\d/);
  }
});

test('escapes markup in links', () => {
  const { html } = renderKind('payment_failed', {
    url: 'https://pay.example/?a="><script>alert(1)</script>',
  });
  expect(html).not.toContain('<script');
  expect(listLinks(html)[0]).toMatch(/^https:\/\/pay\.example\/\?a=/);
});

test.for([
  { kind: 'trial_ended', plan: 'starter\r\nBcc: everybody@example.com' },
  { kind: 'trial_ends', plan: 'starter', days: 3, trialEndsAt: '<b>soon</b>' },
  { kind: 'plan_upgraded', from: 'starter', to: '<script>', charged: 1, month: '2026-11' },
  { kind: 'from_another_version' },
  { kind: 'security_notice', event: 'from_another_version', at: '2026-11-20', device: '', address: null },
  { kind: 'account_deleted', at: 'soon' },
])('refuses to render invalid data: %o', (mail) => {
  expect(() => renderEmail(mail as Email, APP_URL)).toThrow(RangeError);
});

test('has a dark color for every light color', () => {
  const { html } = renderKind('usage_warning');
  const [, darkRules = ''] = /@media \(prefers-color-scheme:dark\)\{(.*?\})\}/.exec(html) ?? [];
  for (const [, classes = ''] of html.replace(/<head>.*<\/head>/, '').matchAll(/class="([^"]*)"/g))
    for (const className of classes.split(' ').filter((candidate) => /^[bcl]-/.test(candidate)))
      expect(darkRules).toContain(`.${className}{`);
});
