import { expect, test } from 'vitest';

import { SITE } from '#content/site.ts';
import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';
import { PLANS, PRICE_NOTICE_DAYS, TRIAL_DAYS } from '#domain/plans.ts';

import type { LegalDocument } from './legal-document.ts';
import { OPERATOR } from './operator.ts';
import { PRIVACY } from './privacy.ts';
import { TERMS } from './terms.ts';

const textOf = ({ summary, sections }: LegalDocument): string =>
  [
    ...summary,
    ...sections.flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) => (typeof block === 'string' ? block : block.list)),
    ]),
  ].join('\n');

test.each([PRIVACY, TERMS])('$title has unique section ids and contact addresses', (document) => {
  const ids = document.sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const text = textOf(document);
  expect(text).toContain(SITE.supportEmail);
  expect(text).toContain(OPERATOR.address);
  expect(text).toContain('18 or older');
  expect(text).toContain(`${PRICE_NOTICE_DAYS} days`);
  expect(text).not.toMatch(/!|undefined|NaN|null| {2}/);
});

test('names each plan with price and limit, the trial and the agreed upgrade in the terms', () => {
  const text = textOf(TERMS);
  for (const { name, priceUsd } of PLANS) expect(text).toContain(`${name}: $${priceUsd} a month`);
  expect(text).toContain('up to $3,000 in sales a month');
  expect(text).toContain('up to $10,000 in sales a month');
  expect(text).toContain(`a trial of ${TRIAL_DAYS} days, without a credit card`);
  expect(text).toMatch(/exceed the limit, your plan moves to the next one.*charged.*at once \(prorated\)/);
  expect(text).toContain('We never stop a sale');
});

test('names the personal data in the database in the privacy policy', () => {
  const text = textOf(PRIVACY);
  for (const word of [
    'email address',
    'Argon2id',
    'sessions',
    'user agent',
    'accepted the seller’s terms',
    'IP address',
    'shortened IP address',
    'the number of your account',
    'local storage',
    'No cookies',
    'Individual page views are deleted after 90 days',
    'Stripe',
  ])
    expect(text).toContain(word);
});

test('names every company that an installation can send personal data to', () => {
  const text = textOf(PRIVACY);
  for (const recipient of [
    'Stripe',
    'hosting provider',
    'delivers our emails',
    'text message',
    'Cloudflare',
    'hCaptcha',
  ])
    expect(text).toContain(recipient);
  for (const provider of Object.values(IDENTITY_PROVIDER_NAMES)) expect(text).toContain(provider);
});
