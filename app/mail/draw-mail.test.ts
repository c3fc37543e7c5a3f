import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Mail, MailKind } from '#domain/mail.ts';

import { drawMail } from './draw-mail.tsx';
import { MAIL_COLOURS } from './mail-style.ts';
import { EVERY_MAIL } from './testing-mails.ts';

const SHOP = 'https://till.example';
const KINDS: Record<MailKind, true> = {
  welcome_trial: true,
  trial_ends: true,
  trial_ended: true,
  usage_warning: true,
  limit_reached: true,
  plan_upgraded: true,
  upgrade_needs_payment: true,
  payment_failed: true,
  plan_canceled: true,
};

/** What is read from the screen, without tags, entities and blanks that only hold words together. */
const seen = (html: string): string =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*aria-label="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** The pieces of the text part, lines joined and addresses left out; names and values one by one. */
const saidIn = (text: string): string[] =>
  (text.split('\n-- \n')[0] ?? '')
    .split('\n\n')
    .map((piece) => piece.replace(/:\nhttps:.*/, ''))
    .flatMap((piece) => (/^(.+: .+\n?)+$/.test(piece) ? piece.split('\n') : [piece.replaceAll('\n', ' ')]))
    .flatMap((line) => line.split(': '));

const linksOf = (html: string): string[] =>
  Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href);

const drawn = (kind: MailKind, change: object = {}) => {
  const mail = EVERY_MAIL.find((one) => one.kind === kind);
  return drawMail({ ...mail, ...change } as Mail, SHOP);
};

test('every kind of mail is among those that are looked at', () => {
  expect(new Set(EVERY_MAIL.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
});

test.for(EVERY_MAIL)('a mail says the same in both of its parts: %o', (mail) => {
  const { subject, html, text } = drawMail(mail, SHOP);
  expect(subject).toMatch(/^[ -~’]{10,70}$/);
  expect(html.startsWith('<!doctype html><html lang="en"')).toBe(true);
  const shown = seen(html);
  const said = saidIn(text);
  expect(said.length).toBeGreaterThanOrEqual(4);
  for (const words of said) expect(shown).toContain(words);
  for (const href of linksOf(html)) expect(text).toContain(href);
  expect(text).not.toMatch(/undefined|null|NaN|Invalid|[<>\u00a0]/);
  expect(shown).not.toMatch(/undefined|null|NaN|Invalid/);
});

test.for(EVERY_MAIL)('a mail loads nothing and leads only to the shop or to the provider: %o', (mail) => {
  const { html, text } = drawMail(mail, SHOP);
  expect(html).not.toMatch(/<(script|img|link|form|input|iframe)|\ssrc=|url\(|@import|@font-face/i);
  const own = 'url' in mail && mail.url !== null ? [mail.url] : [];
  const allowed = [`${SHOP}/builder`, `${SHOP}/subscription`, ...own];
  const links = [...linksOf(html), ...(text.match(/https?:\S+/g) ?? [])];
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(allowed).toContain(link.replaceAll('&amp;', '&'));
});

test('each mail about a limit says what is done past it, and that no sale is stopped', () => {
  const about: MailKind[] = ['welcome_trial', 'usage_warning', 'limit_reached', 'upgrade_needs_payment'];
  for (const kind of [...about, 'plan_upgraded' as const]) {
    const { html, text } = drawn(kind);
    for (const part of [seen(html), text.replaceAll('\n', ' ')]) {
      expect(part).toMatch(/pass the limit, we move you to .* and charge the difference .* at once/);
      expect(part).toContain('No sale is ever stopped.');
    }
  }
  expect(drawn('welcome_trial', { plan: 'pro', limit: null }).text).not.toContain('pass the limit');
});

test('amounts come with their currency, and the next plan with its price', () => {
  const { text } = drawn('usage_warning');
  expect(text).toContain('Sold this month: $2,437.50 USD');
  expect(text.replaceAll('\n', ' ')).toContain('Growth ($29 USD a month)');
  expect(drawn('plan_upgraded').text).toContain('$14.33 USD');
  expect(drawn('plan_upgraded', { charged: 0 }).text).toMatch(/Nothing was charged for the\smove/);
  expect(drawn('payment_failed').subject).toBe('Your payment of $29.00 USD did not go through');
});

test('dates are spelt out by UTC', () => {
  const { text } = drawn('trial_ends', { trialEndsAt: '2026-11-30T23:30:00-05:00' });
  expect(text).toContain('Trial ends: December 1, 2026, 04:30 UTC');
  expect(drawn('plan_upgraded', { month: '2027-01' }).text).toContain('January 2027');
});

test('the days that are left are counted in words', () => {
  expect([3, 1, 0].map((days) => drawn('trial_ends', { days }).subject)).toEqual([
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
])('a link that is none leads to our own page instead: %s', (url) => {
  const { html, text } = drawn('payment_failed', { url });
  expect(html).not.toContain('evil');
  expect(new Set(linksOf(html))).toEqual(new Set([`${SHOP}/subscription`]));
  expect(text).not.toMatch(/javascript|data:|evil|Bcc/);
});

test('what stands in a link cannot leave it', () => {
  const { html } = drawn('payment_failed', { url: 'https://pay.example/?a="><script>alert(1)</script>' });
  expect(html).not.toContain('<script');
  expect(linksOf(html)[0]).toMatch(/^https:\/\/pay\.example\/\?a=/);
});

test.for([
  { kind: 'trial_ended', plan: 'starter\r\nBcc: everybody@example.com' },
  { kind: 'trial_ends', plan: 'starter', days: 3, trialEndsAt: '<b>soon</b>' },
  { kind: 'plan_upgraded', from: 'starter', to: '<script>', charged: 1, month: '2026-11' },
  { kind: 'from_another_version' },
])('what is not what it should be is not drawn at all: %o', (mail) => {
  expect(() => drawMail(mail as Mail, SHOP)).toThrow(RangeError);
});

test('by night every colour that was written by day has another', () => {
  const { html } = drawn('usage_warning');
  const [, night = ''] = /@media \(prefers-color-scheme:dark\)\{(.*?\})\}/.exec(html) ?? [];
  for (const [, classes = ''] of html.replace(/<head>.*<\/head>/, '').matchAll(/class="([^"]*)"/g))
    for (const name of classes.split(' ').filter((one) => /^[bcl]-/.test(one)))
      expect(night).toContain(`.${name}{`);
});

/** What a browser makes of `oklch(…)`, as six hexadecimal digits. */
function hexOf([lightness = 0, chroma = 0, hue = 0]: number[]): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (value: number) => {
    const held = Math.min(1, Math.max(0, value));
    return Math.round(255 * (held <= 0.0031308 ? 12.92 * held : 1.055 * held ** (1 / 2.4) - 0.055));
  };
  return `#${linear.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

test('the colours of mail are the tokens of the shop', () => {
  const tokens = readFileSync('app/tokens.css', 'utf8');
  for (const [name, [day, night]] of Object.entries(MAIL_COLOURS)) {
    const [, value = ''] = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens) ?? [];
    const both = Array.from(value.matchAll(/oklch\(([\d. ]+)\)/g), ([, numbers = '']) =>
      hexOf(numbers.split(' ').map(Number)),
    );
    expect([name, day, night]).toEqual([name, both[0], both[1] ?? both[0]]);
  }
});
