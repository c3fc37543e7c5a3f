import { webhookProblems } from '#server/billing/webhook-check.ts';
import type { Config } from '#server/config.ts';
import type { PlatformStripe } from '#server/stripe/client.ts';

import { about, type Finding } from './finding.ts';
import { permissionFindings } from './permissions.ts';

const { ok, later, warning, wrong } = about('provider');
const PATIENCE_MS = 10_000;
/** Maximum clock difference; smaller than the tolerance of Stripe's event signatures. */
const SKEW_MS = 60_000;

export type ProviderRoads = {
  outside: typeof fetch;
  /** Null in the sandbox. */
  stripe: Pick<PlatformStripe, 'webhookEndpoints'> | null;
};

export async function providerFindings(config: Config, roads: ProviderRoads): Promise<Finding[]> {
  const { stripeKey } = config;
  if (stripeKey === null) return sandboxFindings(config, roads);
  const answer = await roads
    .outside('https://api.stripe.com/v1/account', {
      headers: { Authorization: `Bearer ${stripeKey}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    .catch((error: Error) => error);
  if (answer instanceof Error)
    return [
      wrong(
        `Stripe cannot be reached: ${answer.message}`,
        'Let this machine reach api.stripe.com at port 443',
      ),
    ];
  if (answer.status === 401)
    return [wrong('Stripe refuses STRIPE_SECRET_KEY', 'Take a current key of Developers, API keys')];
  return [
    keyFinding(config, answer),
    clientIdFinding(config),
    ...clockFindings(answer.headers.get('date')),
    ...(await permissionFindings(stripeKey, roads.outside)),
    ...(roads.stripe ? await webhookFindings(config, roads.stripe) : []),
  ];
}

function keyFinding({ mode }: Config, { ok: isOk, status }: Response): Finding {
  if (isOk) return ok(`Stripe takes the key, which is for ${mode === 'live' ? 'real money' : 'tests'}`);
  if (status === 403)
    return wrong(
      'Stripe does not let the key read its own account (status 403)',
      'Add “Accounts: read” to the restricted key in the Stripe dashboard under Developers, API keys',
    );
  return warning(`Stripe answered ${status}`, 'Look at status.stripe.com, and try again');
}

/** Checks presence only; `config.ts` validates the format. */
const clientIdFinding = ({ stripeClientId, appUrl }: Config): Finding =>
  stripeClientId === null
    ? ok('without STRIPE_CLIENT_ID sellers can only create new Stripe accounts')
    : ok(`sellers can connect existing accounts; ${appUrl}/stripe/return must be a redirect URI at Stripe`);

async function webhookFindings(
  config: Config,
  stripe: NonNullable<ProviderRoads['stripe']>,
): Promise<Finding[]> {
  const problems = await webhookProblems({ config, stripe }).catch((error: Error) => [
    `The webhook endpoints could not be read: ${error.message}`,
  ]);
  if (problems.length === 0) return [ok('both webhook endpoints are there, with their events and version')];
  return problems.map((problem) => wrong(problem, 'See “Stripe” in docs/operations.md for both endpoints'));
}

async function sandboxFindings({ sandboxUrl }: Config, { outside }: ProviderRoads): Promise<Finding[]> {
  const needed = later(
    'the sandbox: no real money',
    'For Stripe set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET_PLATFORM and STRIPE_WEBHOOK_SECRET_CONNECT',
  );
  if (sandboxUrl === null) return [needed];
  const there = await outside(`${sandboxUrl}/sandbox/clock.json`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    ({ ok: good }) => good,
    () => false,
  );
  return [
    needed,
    there ? ok('SANDBOX_URL answers') : wrong('SANDBOX_URL does not answer', 'npm run sandbox'),
  ];
}

function clockFindings(date: string | null): Finding[] {
  const clock = about('clock');
  const skew = date === null ? NaN : Date.parse(date) - Date.now();
  if (Number.isNaN(skew)) return [];
  const says = `${Math.abs(skew / 1000).toFixed(0)} s from Stripe’s`;
  return [
    Math.abs(skew) <= SKEW_MS
      ? clock.ok(says)
      : clock.wrong(says, 'Let this machine follow NTP: events older than five minutes are refused'),
  ];
}
