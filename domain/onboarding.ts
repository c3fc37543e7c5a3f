/** What we keep of a seller's provider account. */
export type ProviderAccount = {
  accountId: string;
  detailsSubmitted: boolean;
  chargesEnabled: boolean;
  /** The provider's own code of why charges are off, if it gave one. */
  disabledReason: string | null;
  disconnected: boolean;
};

export type OnboardingState = 'not_started' | 'incomplete' | 'complete';

/** Complete is what the provider said last, never what an address says. */
export const isOnboardingComplete = (account: ProviderAccount | null): boolean =>
  account !== null && !account.disconnected && account.detailsSubmitted && account.chargesEnabled;

export function onboardingState(account: ProviderAccount | null): OnboardingState {
  if (account === null || account.disconnected) return 'not_started';
  return isOnboardingComplete(account) ? 'complete' : 'incomplete';
}
