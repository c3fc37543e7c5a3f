import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { MAX_IMAGE_BYTES } from '#domain/image.ts';
import { PLANS, PRICE_NOTICE_DAYS, TRIAL_DAYS, USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import { STRIPE_TERMS } from '#domain/stripe-terms.ts';

import { getAnswerText } from './help-article.ts';
import { HELP } from './help-categories.ts';

const articles = HELP.flatMap((category) => category.articles);
const getAnswer = (id: string): string => {
  const article = articles.find((article) => article.id === id);
  return article ? getAnswerText(article) : '';
};

test('lists the ten categories in order', () => {
  expect(HELP.map(({ title }) => title)).toEqual([
    'Getting Started',
    'Checkout Page Builder',
    'Stripe Integration',
    'Coupons & Discounts',
    'Pricing & Subscriptions',
    'Publishing & Sharing',
    'Analytics & Tracking',
    'Account Management',
    'Legal & Compliance',
    'Frequently Asked Questions',
  ]);
});

test('has at least sixty answers, each with a unique question and anchor', () => {
  expect(articles.length).toBeGreaterThanOrEqual(60);
  const ids = [...HELP, ...articles].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]+$/);
  expect(new Set(articles.map(({ question }) => question)).size).toBe(articles.length);
  for (const category of HELP) expect(category.articles.length, category.title).toBeGreaterThan(4);
});

test('has no empty answers, exclamation marks or stray blanks', () => {
  for (const article of articles) {
    const text = getAnswerText(article);
    expect(text.length, article.id).toBeGreaterThan(60);
    expect(`${article.question} ${text}`, article.id).not.toMatch(/!|undefined|NaN| {2}| $/m);
  }
});

test('links only to existing answers within the help', () => {
  const addresses = new Set([...HELP, ...articles].map(({ id }) => `/help#${id}`));
  const links = articles.flatMap(({ links: relatedLinks = [] }) => relatedLinks.map(({ href }) => href));
  for (const href of links.filter((one) => one.startsWith('/help'))) expect(addresses).toContain(href);
  expect(links.length).toBeGreaterThan(5);
});

/** Text of string and template literals, without `${}` expressions. */
const extractTexts = (source: string): string =>
  [...source.replace(/\$\{[^}]*\}/g, '').matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
    .map(([, plainText = '', template = '']) => plainText || template)
    .filter((text) => !/^[#./]/.test(text))
    .join('\n');

test('takes every number from the constants of the software', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!figures|.*test)/.test(name));
  for (const name of files) {
    const texts = extractTexts(readFileSync(path.join(import.meta.dirname, name), 'utf8'));
    const numbers = texts
      .replaceAll('4242 4242 4242 4242', '')
      .replaceAll('100%', '')
      .replaceAll('1st', '')
      .replaceAll('n8n', '');
    expect(numbers.match(/.*\d.*/g) ?? [], name).toEqual([]);
  }
});

test.each([
  ['product-image', `${MAX_IMAGE_BYTES / 1024 / 1024} MB`],
  ['features', 'Up to 10'],
  ['testimonials', 'up to 5 testimonials'],
  ['testimonials', 'up to 200 characters'],
  ['trial', `${TRIAL_DAYS} days, needs no credit card, and begins on Starter`],
  ['plans', 'Starter: $9 a month, up to $3,000 in sales a month.'],
  ['plans', 'Growth: $29 a month, up to $10,000 in sales a month.'],
  ['plans', 'Pro: $99 a month, unlimited sales.'],
  ['over-the-limit', `At ${USAGE_WARNING_PERCENTAGE}%`],
  ['over-the-limit', 'We never stop a sale'],
  ['what-counts', '1st of each month'],
  ['downgrade', 'next billing cycle'],
  ['cancel', 'then your pages are deactivated'],
  ['price-changes', `${PRICE_NOTICE_DAYS} days’ notice`],
  ['support-hours', `Starter within ${PLANS[0]?.supportHours} hours, on Growth within ${PLANS[1]?.supportHours} hours`],
  ['fees', `${STRIPE_TERMS.cardPercent}% + $0.30`],
  ['fees', `International cards usually add ${STRIPE_TERMS.internationalPercent}%`],
  ['fees', `currency conversion adds ${STRIPE_TERMS.conversionPercent}%`],
  ['fees', 'no product fees'],
  ['fees', 'On a $29.00 sale, the fee is about $1.14, and you receive $27.86'],
  ['payouts', '2 to 7 days'],
  ['refund-a-buyer', '5 to 10 business days'],
  ['currencies', '135+ currencies'],
  ['smallest-price', '$0.50'],
  ['age', '18 or older'],
  ['sign-up', 'at least 6 characters'],
  ['required-fields', 'A product name'],
  ['choose-address', 'it’s random'],
  ['change-address', 'Yes. The old URL redirects'],
  ['two-coupons', 'one coupon per purchase'],
  ['payment-plans', '2 to 24 payments'],
  ['free-trials', 'up to 730 days'],
])('%s says: %s', (id, words) => {
  expect(getAnswer(id)).toContain(words);
});
