import { expect, test } from 'vitest';

import { isOnboardingComplete, onboardingState, type ProviderAccount } from './onboarding.ts';

const account: ProviderAccount = {
  accountId: 'acct_1',
  detailsSubmitted: true,
  chargesEnabled: true,
  disabledReason: null,
  disconnected: false,
};

test('is not started without an account', () => {
  expect(onboardingState(null)).toBe('not_started');
  expect(isOnboardingComplete(null)).toBe(false);
});

test('is complete once details are submitted and charges are enabled', () => {
  expect(onboardingState(account)).toBe('complete');
  expect(isOnboardingComplete(account)).toBe(true);
});

test('is incomplete if one of them is missing', () => {
  for (const lacking of [{ detailsSubmitted: false }, { chargesEnabled: false }]) {
    expect(onboardingState({ ...account, ...lacking })).toBe('incomplete');
    expect(isOnboardingComplete({ ...account, ...lacking })).toBe(false);
  }
});

test('treats a disconnected account as none', () => {
  expect(onboardingState({ ...account, disconnected: true })).toBe('not_started');
  expect(isOnboardingComplete({ ...account, disconnected: true })).toBe(false);
});
