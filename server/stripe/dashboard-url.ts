import type { Config } from '#server/config.ts';

/**
 * Returns the address of a seller's dashboard. With Stripe it names the account: otherwise Stripe opens the account that
 * the seller looked at last.
 */
export function dashboardUrlOf({
  mode,
  sandboxUrl,
  appUrl,
}: Pick<Config, 'mode' | 'sandboxUrl' | 'appUrl'>): (accountId: string) => string {
  if (mode === 'live') return (accountId) => `https://dashboard.stripe.com/${accountId}`;
  if (mode === 'test') return (accountId) => `https://dashboard.stripe.com/${accountId}/test`;
  const origin = sandboxUrl ?? appUrl;
  return (accountId) => `${origin}/sandbox/dashboard/${accountId}`;
}
