import { webhookProblems } from '#server/billing/webhook-check.ts';
import type { Config } from '#server/config.ts';
import type { PlatformStripe } from '#server/stripe/client.ts';

import { about, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = about('provider');
const PATIENCE_MS = 10_000;
/** What an event's signature may be old by, less some room. */
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
  const findings = [
    answer.ok || answer.status === 403
      ? ok(`Stripe takes the key, which is for ${config.mode === 'live' ? 'real money' : 'tests'}`)
      : warning(`Stripe answered ${answer.status}`, 'Look at status.stripe.com, and try again'),
    ...clockFindings(answer.headers.get('date')),
  ];
  const problems = roads.stripe ? await webhookProblems({ config, stripe: roads.stripe }) : [];
  return [
    ...findings,
    ...problems.map((problem) => wrong(problem, 'See “Stripe” in docs/operations.md for both endpoints')),
    ...(problems.length === 0 ? [ok('both webhook endpoints are there, with their events and version')] : []),
  ];
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
