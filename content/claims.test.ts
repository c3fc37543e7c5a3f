import { expect, test } from 'vitest';

import { PLANS } from '#domain/plans.ts';

import { CLAIMS, landedClaims, planFeatures, type Claim } from './claims.ts';

const EVERYTHING: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, landed: true }));
const [starter, growth, pro] = PLANS;

test('what is not in the software yet is kept back', () => {
  const said = landedClaims(CLAIMS).map(({ id }) => id);
  expect(said).toContain('templates');
  expect(said).not.toContain('analytics');
});

test('no two claims are the same thing', () => {
  expect(new Set(CLAIMS.map(({ id }) => id)).size).toBe(CLAIMS.length);
});

test('a plan lists what it adds to the smaller one, with how soon mail is answered', () => {
  expect(starter && planFeatures(starter, EVERYTHING)).toEqual([
    'Unlimited checkout pages',
    'Custom branding',
    'Basic analytics',
    'Email support, answered within 48 hours',
  ]);
  expect(growth && planFeatures(growth, EVERYTHING)).toEqual([
    'Everything in Starter',
    'Advanced analytics',
    'Priority support, answered within 24 hours',
    'Custom domain',
  ]);
  expect(pro && planFeatures(pro, EVERYTHING)).toContain('24/7 phone support');
});

test('a plan does not list what waits for its claim', () => {
  const none: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, landed: false }));
  expect(growth && planFeatures(growth, none)).toEqual([
    'Everything in Starter',
    'Priority support, answered within 24 hours',
  ]);
});
