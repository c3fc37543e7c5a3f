import { expect, test } from 'vitest';

import { isOnboardingComplete, onboardingState, type ProviderAccount } from './onboarding.ts';

const account: ProviderAccount = {
  accountId: 'acct_1',
  detailsSubmitted: true,
  chargesEnabled: true,
  disabledReason: null,
  disconnected: false,
};

test('a seller without an account has not started', () => {
  expect(onboardingState(null)).toBe('not_started');
  expect(isOnboardingComplete(null)).toBe(false);
});

test('an account is complete when its details are in and it may charge', () => {
  expect(onboardingState(account)).toBe('complete');
  expect(isOnboardingComplete(account)).toBe(true);
});

test('an account that lacks one of them is incomplete', () => {
  for (const lacking of [{ detailsSubmitted: false }, { chargesEnabled: false }]) {
    expect(onboardingState({ ...account, ...lacking })).toBe('incomplete');
    expect(isOnboardingComplete({ ...account, ...lacking })).toBe(false);
  }
});

test('a disconnected account counts as none', () => {
  expect(onboardingState({ ...account, disconnected: true })).toBe('not_started');
  expect(isOnboardingComplete({ ...account, disconnected: true })).toBe(false);
});
