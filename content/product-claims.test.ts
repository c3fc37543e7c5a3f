import { expect, test } from 'vitest';

import { API_RATE_LIMITS } from '#domain/plan-features.ts';
import { PLANS, type Plan } from '#domain/plans.ts';

import {
  CLAIMS,
  TEMPLATE_COUNT,
  listPlanFeatures,
  getImplementedClaims,
  listImplementedFeatures,
  type Claim,
} from './product-claims.ts';
import { PAGE_TEMPLATES } from './templates.ts';

const EVERYTHING: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, isImplemented: true }));
const [starter, growth, pro] = PLANS;

const listFeatures = (plan: Plan | undefined, claims: readonly Claim[]) =>
  plan && listImplementedFeatures(plan, claims).map(({ text }) => text);

test('hides claims about features that do not exist yet', () => {
  const claims: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, isImplemented: claim.id !== 'integrations' }));
  const shownIds = getImplementedClaims(claims).map(({ id }) => id);
  expect(shownIds).toContain('templates');
  expect(shownIds).not.toContain('integrations');
});

test('gives Pro more than three times the API rate limit of other plans', () => {
  expect(API_RATE_LIMITS.pro).toBeGreaterThan(3 * API_RATE_LIMITS.every);
});

test('has a unique id for each claim', () => {
  expect(new Set(CLAIMS.map(({ id }) => id)).size).toBe(CLAIMS.length);
});

test('lists what a plan adds to the smaller one, with its support response time', () => {
  expect(listFeatures(starter, EVERYTHING)).toEqual([
    'Unlimited checkout pages',
    'Custom branding',
    'Basic analytics',
    'Email support, answered within 48 hours',
    '2 GB for files you sell',
  ]);
  expect(listFeatures(growth, EVERYTHING)).toEqual([
    'Everything in Starter, plus',
    'Advanced analytics',
    'Priority support, answered within 24 hours',
    'Custom domain',
    '10 GB for files you sell',
  ]);
  expect(listFeatures(pro, EVERYTHING)).toContain('24/7 phone support');
});

test('does not list plan features that wait for their claim', () => {
  const none: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, isImplemented: false }));
  expect(listFeatures(growth, none)).toEqual([
    'Everything in Starter, plus',
    'Priority support, answered within 24 hours',
    '10 GB for files you sell',
  ]);
});

test('names every plan feature on the pricing page and marks those still coming', () => {
  const coming = (claims: readonly Claim[]) =>
    PLANS.flatMap((plan) => listPlanFeatures(plan, claims))
      .filter((feature) => feature.isComing)
      .map(({ text }) => text);
  for (const plan of PLANS)
    expect(listPlanFeatures(plan, EVERYTHING).map(({ text }) => text)).toEqual(
      listPlanFeatures(plan, CLAIMS).map(({ text }) => text),
    );
  expect(coming(EVERYTHING)).toEqual([]);
  expect(coming(EVERYTHING.map((claim) => ({ ...claim, isImplemented: claim.id !== 'analytics' })))).toEqual([
    'Basic analytics',
    'Advanced analytics',
  ]);
});

test('states the number of templates', () => {
  expect(PAGE_TEMPLATES).toHaveLength(TEMPLATE_COUNT);
});
