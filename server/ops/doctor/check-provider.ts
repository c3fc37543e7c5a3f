import { checkWebhookEndpoints } from '#server/billing/stripe-webhook-endpoints.ts';
import type { Config } from '#server/core/config.ts';
import type { PlatformStripe } from '#server/stripe/client.ts';

import { checkPermissions } from './check-permissions.ts';
import { findingsAbout, request, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = findingsAbout('Stripe');
/** Maximum clock difference; smaller than the tolerance of Stripe's event signatures. */
const MAX_SKEW_MS = 60_000;

export type ProviderDependencies = {
  externalFetch: typeof fetch;
  /** Null in the sandbox. */
  stripe: Pick<PlatformStripe, 'webhookEndpoints'> | null;
};

export async function checkProvider(config: Config, dependencies: ProviderDependencies): Promise<Finding[]> {
  const { stripeKey } = config;
  if (stripeKey === null) return checkSandbox(config, dependencies);
  const headers = { Authorization: `Bearer ${stripeKey}` };
  const answer = await request(dependencies.externalFetch, 'https://api.stripe.com/v1/account', { headers });
  if (answer instanceof Error)
    return [
      wrong(`Stripe can’t be reached: ${answer.message}`, 'Allow this machine to reach api.stripe.com on port 443'),
    ];
  if (answer.status === 401)
    return [
      wrong(
        'Stripe rejects STRIPE_SECRET_KEY',
        'Set a current key from the Stripe dashboard under Developers, API keys',
      ),
    ];
  return [
    checkKey(config, answer),
    checkClientId(config),
    ...checkClock(answer.headers.get('date')),
    ...(await checkPermissions(stripeKey, dependencies.externalFetch)),
    ...(dependencies.stripe ? await checkWebhooks(config, dependencies.stripe) : []),
  ];
}

function checkKey({ mode }: Config, { ok: isOk, status }: Response): Finding {
  if (isOk) return ok(`Stripe accepts the key, which is for ${mode === 'live' ? 'live payments' : 'test payments'}`);
  if (status === 403)
    return wrong(
      'Stripe doesn’t let the key read its own account (status 403)',
      'Add “Accounts: read” to the restricted key in the Stripe dashboard under Developers, API keys',
    );
  return warning(`Stripe responded with status ${status}`, 'Check status.stripe.com, and try again');
}

/** Checks presence only; `config.ts` validates the format. */
const checkClientId = ({ stripeClientId, appUrl }: Config): Finding =>
  stripeClientId === null
    ? ok('sellers can only create new Stripe accounts, because STRIPE_CLIENT_ID isn’t set')
    : ok(`sellers can connect existing accounts if ${appUrl}/stripe/return is a redirect URI in the Stripe dashboard`);

async function checkWebhooks(config: Config, stripe: NonNullable<ProviderDependencies['stripe']>): Promise<Finding[]> {
  const problems = await checkWebhookEndpoints({ config, stripe }).catch((error: Error) => [
    `The webhook endpoints could not be read: ${error.message}`,
  ]);
  if (problems.length === 0) return [ok('both webhook endpoints have the right events and API version')];
  return problems.map((problem) =>
    wrong(problem, 'Change the endpoint in the Stripe dashboard. See “Stripe” in docs/operations.md'),
  );
}

async function checkSandbox({ sandboxUrl }: Config, { externalFetch }: ProviderDependencies): Promise<Finding[]> {
  const sandboxFinding = later(
    'replaced by the sandbox, without real money',
    'To use Stripe, set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET_PLATFORM, and STRIPE_WEBHOOK_SECRET_CONNECT',
  );
  if (sandboxUrl === null) return [sandboxFinding];
  const answer = await request(externalFetch, `${sandboxUrl}/sandbox/clock.json`);
  return [
    sandboxFinding,
    !(answer instanceof Error) && answer.ok
      ? ok('the sandbox at SANDBOX_URL responds')
      : wrong('the sandbox at SANDBOX_URL doesn’t respond', 'Start it with npm run sandbox'),
  ];
}

function checkClock(date: string | null): Finding[] {
  const clock = findingsAbout('clock');
  const skew = date === null ? NaN : Date.parse(date) - Date.now();
  if (Number.isNaN(skew)) return [];
  const message = `differs from Stripe’s clock by ${Math.abs(skew / 1000).toFixed(0)} s`;
  return [
    Math.abs(skew) <= MAX_SKEW_MS
      ? clock.ok(message)
      : clock.wrong(message, 'Synchronize this machine with NTP. Events older than five minutes are rejected'),
  ];
}
