import type { Config } from '#server/config.ts';

/**
 * Returns the URL of a seller's dashboard. It names the account, because Stripe otherwise opens the account that was viewed
 * last.
 */
export function createDashboardUrl({
  mode,
  sandboxUrl,
  appUrl,
}: Pick<Config, 'mode' | 'sandboxUrl' | 'appUrl'>): (accountId: string) => string {
  if (mode === 'live') return (accountId) => `https://dashboard.stripe.com/${accountId}`;
  if (mode === 'test') return (accountId) => `https://dashboard.stripe.com/${accountId}/test`;
  const origin = sandboxUrl ?? appUrl;
  return (accountId) => `${origin}/sandbox/dashboard/${accountId}`;
}
