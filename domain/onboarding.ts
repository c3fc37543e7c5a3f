/** A seller's Stripe account as we store it. */
export type ProviderAccount = {
  accountId: string;
  detailsSubmitted: boolean;
  chargesEnabled: boolean;
  /** Stripe's code for why charges are disabled, if it gave one. */
  disabledReason: string | null;
  disconnected: boolean;
};

type OnboardingState = 'not_started' | 'incomplete' | 'complete';

/** Based on Stripe's last report, never on URL parameters. */
export const isOnboardingComplete = (account: ProviderAccount | null): boolean =>
  account !== null && !account.disconnected && account.detailsSubmitted && account.chargesEnabled;

export function onboardingState(account: ProviderAccount | null): OnboardingState {
  if (account === null || account.disconnected) return 'not_started';
  return isOnboardingComplete(account) ? 'complete' : 'incomplete';
}
