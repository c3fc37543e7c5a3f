import { z } from 'zod';

import { readMissingPermission } from '#server/stripe/key-rejection.ts';

import { findingsAbout, type Finding } from './finding.ts';

const { ok, later, wrong } = findingsAbout('permissions');
const TIMEOUT_MS = 10_000;

/** An id of no object: a write to it changes nothing, because Stripe checks the permission first. */
const NO_OBJECT = 'none_tillwright_doctor';

/** A request that needs exactly one permission and changes nothing. */
type PermissionCheck = readonly [permission: string, method: 'GET' | 'POST', path: string];

/** Permissions on the platform account: connecting sellers and charging for plans. */
const PLATFORM_CHECKS: readonly PermissionCheck[] = [
  ['Connected accounts: write', 'POST', `accounts/acct_${NO_OBJECT}`],
  ['Account links: write', 'POST', `account_links?account=acct_${NO_OBJECT}&type=account_onboarding`],
  ['Events: read', 'GET', 'events?limit=1'],
  ['Webhook endpoints: read', 'GET', 'webhook_endpoints?limit=1'],
  ['Customers: write', 'POST', `customers/${NO_OBJECT}`],
  ['Products: write', 'POST', `products/${NO_OBJECT}`],
  ['Prices: write', 'POST', `prices/${NO_OBJECT}`],
  ['Subscriptions: write', 'POST', `subscriptions/${NO_OBJECT}`],
  ['Subscription schedules: write', 'POST', `subscription_schedules/${NO_OBJECT}/release`],
  ['Invoices: write', 'POST', `invoices/${NO_OBJECT}/pay`],
  ['Invoice payments: read', 'GET', 'invoice_payments?limit=1'],
  ['Customer portal: write', 'POST', `billing_portal/configurations/${NO_OBJECT}`],
];

/** Permissions on a seller's account: sales, refunds, and their follow-ups. */
const SELLER_CHECKS: readonly PermissionCheck[] = [
  ['Checkout Sessions: write', 'POST', `checkout/sessions/${NO_OBJECT}/expire`],
  ['Coupons: write', 'POST', `coupons/${NO_OBJECT}`],
  ['Events: read', 'GET', 'events?limit=1'],
  ['Payment intents: read', 'GET', 'payment_intents?limit=1'],
  ['Charges: read', 'GET', 'charges?limit=1'],
  ['Payment method configurations: read', 'GET', 'payment_method_configurations?limit=1'],
  ['Refunds: write', 'POST', `refunds/${NO_OBJECT}`],
  ['Disputes: read', 'GET', 'disputes?limit=1'],
  ['Customers: read', 'GET', 'customers?limit=1'],
  ['Subscriptions: write', 'POST', `subscriptions/${NO_OBJECT}`],
  ['Subscription schedules: write', 'POST', `subscription_schedules/${NO_OBJECT}/release`],
  ['Invoices: read', 'GET', 'invoices?limit=1'],
  ['Invoice payments: read', 'GET', 'invoice_payments?limit=1'],
  ['Products: read', 'GET', 'products?limit=1'],
  ['Prices: read', 'GET', 'prices?limit=1'],
  ['Customer portal: write', 'POST', `billing_portal/configurations/${NO_OBJECT}`],
];

const Accounts = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Checks each permission that the server needs of a restricted key; a secret key has all of them. */
export async function checkPermissions(stripeKey: string, externalFetch: typeof fetch): Promise<Finding[]> {
  if (!stripeKey.startsWith('rk_')) return [];
  const requestStripe = (method: string, path: string, accountId?: string) =>
    externalFetch(`https://api.stripe.com/v1/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${stripeKey}`,
        ...(accountId === undefined ? {} : { 'Stripe-Account': accountId }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const findMissing = async (checks: readonly PermissionCheck[], accountId?: string): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (const [permission, method, path] of checks) {
      const answer = await requestStripe(method, path, accountId);
      const missingPermission = answer.status === 403 ? readMissingPermission(await answer.json()) : null;
      if (missingPermission) findings.push(missingPermissionFinding(permission, missingPermission, accountId));
    }
    return findings;
  };
  const accounts = Accounts.safeParse(await (await requestStripe('GET', 'accounts?limit=1')).json());
  const seller = accounts.data?.data[0]?.id;
  const findings = [
    ...(accounts.success ? [] : [missingPermissionFinding('Connected accounts: read', 'unknown')]),
    ...(await findMissing(PLATFORM_CHECKS)),
    ...(seller === undefined ? [] : await findMissing(SELLER_CHECKS, seller)),
  ];
  if (findings.length === 0) findings.push(ok('the restricted key has all checked permissions'));
  if (seller === undefined)
    findings.push(
      later(
        'permissions on sellers’ accounts can’t be checked before a seller connects Stripe',
        'Run npm run doctor again after that',
      ),
    );
  return findings;
}

const missingPermissionFinding = (permission: string, missingPermission: string, accountId?: string): Finding =>
  wrong(
    `the restricted key lacks “${permission}”${accountId === undefined ? '' : ' on connected accounts'}${missingPermission === 'unknown' ? '' : ` (${missingPermission})`}`,
    'Edit the key in the Stripe dashboard under Developers, API keys',
  );
