import { expect, test } from 'vitest';

import { PLANS, type Plan } from '#domain/plans.ts';
import { API_PACE } from '#domain/reach.ts';

import { CLAIMS, everyPlanFeature, landedClaims, planFeatures, type Claim } from './claims.ts';

const EVERYTHING: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, landed: true }));
const [starter, growth, pro] = PLANS;

const listed = (plan: Plan | undefined, claims: readonly Claim[]) =>
  plan && planFeatures(plan, claims).map(({ text }) => text);

test('what is not in the software yet is kept back', () => {
  const claims: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, landed: claim.id !== 'integrations' }));
  const said = landedClaims(claims).map(({ id }) => id);
  expect(said).toContain('templates');
  expect(said).not.toContain('integrations');
});

test('what Pro has of the API is ten times what every plan has', () => {
  expect(API_PACE.pro).toBe(10 * API_PACE.every);
});

test('no two claims are the same thing', () => {
  expect(new Set(CLAIMS.map(({ id }) => id)).size).toBe(CLAIMS.length);
});

test('a plan lists what it adds to the smaller one, with how soon mail is answered', () => {
  expect(listed(starter, EVERYTHING)).toEqual([
    'Unlimited checkout pages',
    'Custom branding',
    'Basic analytics',
    'Email support, answered within 48 hours',
  ]);
  expect(listed(growth, EVERYTHING)).toEqual([
    'Everything in Starter, plus',
    'Advanced analytics',
    'Priority support, answered within 24 hours',
    'Custom domain',
  ]);
  expect(listed(pro, EVERYTHING)).toContain('24/7 phone support');
});

test('a plan does not list what waits for its claim', () => {
  const none: readonly Claim[] = CLAIMS.map((claim) => ({ ...claim, landed: false }));
  expect(listed(growth, none)).toEqual([
    'Everything in Starter, plus',
    'Priority support, answered within 24 hours',
  ]);
});

test('the pricing page names every feature of a plan, and which are still coming', () => {
  const coming = (claims: readonly Claim[]) =>
    PLANS.flatMap((plan) => everyPlanFeature(plan, claims))
      .filter((feature) => feature.coming)
      .map(({ text }) => text);
  for (const plan of PLANS)
    expect(everyPlanFeature(plan, EVERYTHING).map(({ text }) => text)).toEqual(
      everyPlanFeature(plan, CLAIMS).map(({ text }) => text),
    );
  expect(coming(EVERYTHING)).toEqual([]);
  expect(coming(EVERYTHING.map((claim) => ({ ...claim, landed: claim.id !== 'analytics' })))).toEqual([
    'Basic analytics',
    'Advanced analytics',
  ]);
});
