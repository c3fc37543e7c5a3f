import { ConfigError, parseConfig, type Config } from '#server/core/config.ts';
import { Metrics } from '#server/core/metrics.ts';
import { createDns, type Dns } from '#server/outgoing/dns.ts';
import { createStripeClients } from '#server/stripe/client.ts';

import { checkAddress } from './check-address.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkProvider, type ProviderDependencies } from './check-provider.ts';
import { findingsAbout, runCheck, type Finding } from './finding.ts';

type DoctorDependencies = {
  externalFetch?: typeof fetch;
  stripe?: ProviderDependencies['stripe'];
  dns?: Dns;
};

/** Checks everything that the app depends on, without changing anything. */
export async function runDoctor(
  env: Record<string, string | undefined>,
  dependencies: DoctorDependencies = {},
): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('configuration');
  let config: Config;
  try {
    config = parseConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...problems] = error.message.split('\n  - ');
    return problems.map((problem) => wrong(problem, 'See .env.example'));
  }
  const { externalFetch = fetch, dns = createDns(config.network.dnsServers) } = dependencies;
  const stripe =
    dependencies.stripe ??
    (config.stripeKey === null
      ? null
      : createStripeClients(config, {
          api: null,
          metrics: new Metrics(),
          onKeyRejected: () => undefined,
          onRateLimited: () => undefined,
        }).stripe);
  const checks: [string, () => Promise<Finding[]>][] = [
    ['machine', () => checkMachine(config)],
    ['database', () => checkDatabase(config)],
    ['files', () => checkFiles(config)],
    ['Stripe', () => checkProvider(config, { externalFetch, stripe })],
    ['email', () => checkMail(config, dns)],
    ['URL', () => checkAddress(config, externalFetch)],
    ['backups', () => checkBackups(config, new Date())],
  ];
  const results = await Promise.all(checks.map(([part, check]) => runCheck(part, check)));
  return [ok(`complete for ${config.mode === 'sandbox' ? 'the sandbox' : `${config.mode} mode`}`), ...results.flat()];
}
