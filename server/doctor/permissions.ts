import { z } from 'zod';

import { missingPermissionIn } from '#server/stripe/key-refusal.ts';

import { about, type Finding } from './finding.ts';

const { ok, later, wrong } = about('permissions');
const TIMEOUT_MS = 10_000;

/** An id of no object: a write to it changes nothing, because Stripe checks the permission first. */
const NONE = 'none_tillwright_doctor';

/** A request that needs exactly one permission and changes nothing. */
type Check = readonly [permission: string, method: 'GET' | 'POST', path: string];

/** Permissions on the platform account: connecting sellers and charging for plans. */
const PLATFORM_CHECKS: readonly Check[] = [
  ['Connected accounts: write', 'POST', `accounts/acct_${NONE}`],
  ['Account links: write', 'POST', `account_links?account=acct_${NONE}&type=account_onboarding`],
  ['Events: read', 'GET', 'events?limit=1'],
  ['Webhook endpoints: read', 'GET', 'webhook_endpoints?limit=1'],
  ['Customers: write', 'POST', `customers/${NONE}`],
  ['Products: write', 'POST', `products/${NONE}`],
  ['Prices: write', 'POST', `prices/${NONE}`],
  ['Subscriptions: write', 'POST', `subscriptions/${NONE}`],
  ['Subscription schedules: write', 'POST', `subscription_schedules/${NONE}/release`],
  ['Invoices: write', 'POST', `invoices/${NONE}/pay`],
  ['Invoice payments: read', 'GET', 'invoice_payments?limit=1'],
  ['Customer portal: write', 'POST', `billing_portal/configurations/${NONE}`],
];

/** Permissions on a seller's account: sales, refunds, and their follow-ups. */
const SELLER_CHECKS: readonly Check[] = [
  ['Checkout Sessions: write', 'POST', `checkout/sessions/${NONE}/expire`],
  ['Coupons: write', 'POST', `coupons/${NONE}`],
  ['Events: read', 'GET', 'events?limit=1'],
  ['Payment intents: read', 'GET', 'payment_intents?limit=1'],
  ['Charges: read', 'GET', 'charges?limit=1'],
  ['Refunds: write', 'POST', `refunds/${NONE}`],
  ['Disputes: read', 'GET', 'disputes?limit=1'],
  ['Customers: read', 'GET', 'customers?limit=1'],
  ['Subscriptions: write', 'POST', `subscriptions/${NONE}`],
  ['Invoices: read', 'GET', 'invoices?limit=1'],
  ['Invoice payments: read', 'GET', 'invoice_payments?limit=1'],
  ['Products: read', 'GET', 'products?limit=1'],
  ['Prices: read', 'GET', 'prices?limit=1'],
  ['Customer portal: write', 'POST', `billing_portal/configurations/${NONE}`],
];

const Accounts = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Checks each permission that the server needs of a restricted key; a secret key has all of them. */
export async function permissionFindings(stripeKey: string, outside: typeof fetch): Promise<Finding[]> {
  if (!stripeKey.startsWith('rk_')) return [];
  const ask = (method: string, path: string, accountId?: string) =>
    outside(`https://api.stripe.com/v1/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${stripeKey}`,
        ...(accountId === undefined ? {} : { 'Stripe-Account': accountId }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const missing = async (checks: readonly Check[], accountId?: string): Promise<Finding[]> => {
    const found: Finding[] = [];
    for (const [permission, method, path] of checks) {
      const answer = await ask(method, path, accountId);
      const named = answer.status === 403 ? missingPermissionIn(await answer.json()) : null;
      if (named) found.push(lacking(permission, named, accountId));
    }
    return found;
  };
  const listed = Accounts.safeParse(await (await ask('GET', 'accounts?limit=1')).json());
  const seller = listed.data?.data[0]?.id;
  const found = [
    ...(listed.success ? [] : [lacking('Connected accounts: read', 'unknown')]),
    ...(await missing(PLATFORM_CHECKS)),
    ...(seller === undefined ? [] : await missing(SELLER_CHECKS, seller)),
  ];
  if (found.length === 0) found.push(ok('the restricted key has each permission that was checked'));
  if (seller === undefined)
    found.push(
      later(
        'on the accounts of sellers: checked when one is connected',
        'Run this again after the first one',
      ),
    );
  return found;
}

const lacking = (permission: string, named: string, accountId?: string): Finding =>
  wrong(
    `the restricted key lacks “${permission}”${accountId === undefined ? '' : ' on connected accounts'}${named === 'unknown' ? '' : ` (${named})`}`,
    'Edit the key in the Stripe dashboard under Developers, API keys',
  );
