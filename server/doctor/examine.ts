import { ConfigError, configFrom, type Config } from '#server/config.ts';
import { openDns, type Dns } from '#server/outgoing/dns.ts';
import { Metrics } from '#server/metrics/metrics.ts';
import { openProvider } from '#server/stripe/client.ts';

import { addressFindings } from './address.ts';
import { backupFindings } from './backups.ts';
import { databaseFindings } from './database.ts';
import { about, asked, type Finding } from './finding.ts';
import { machineFindings } from './machine.ts';
import { mailFindings } from './mail.ts';
import { providerFindings, type ProviderRoads } from './provider.ts';

type Roads = { outside?: typeof fetch; stripe?: ProviderRoads['stripe']; dns?: Dns };

/** Checks everything that the app depends on, without changing anything. */
export async function examine(
  env: Record<string, string | undefined>,
  roads: Roads = {},
): Promise<Finding[]> {
  const { ok, wrong } = about('configuration');
  let config: Config;
  try {
    config = configFrom(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...problems] = error.message.split('\n  - ');
    return problems.map((problem) => wrong(problem, 'See .env.example'));
  }
  const { outside = fetch, dns = openDns(config.reach.dnsServers) } = roads;
  const stripe =
    roads.stripe ??
    (config.stripeKey === null
      ? null
      : openProvider(config, {
          api: null,
          metrics: new Metrics(),
          onKeyRefused: () => undefined,
          onRateLimited: () => undefined,
        }).stripe);
  const parts: [string, () => Promise<Finding[]>][] = [
    ['machine', () => machineFindings(config)],
    ['database', () => databaseFindings(config)],
    ['provider', () => providerFindings(config, { outside, stripe })],
    ['mail', () => mailFindings(config, dns)],
    ['address', () => addressFindings(config, outside)],
    ['backups', () => backupFindings(config, new Date())],
  ];
  const found = await Promise.all(parts.map(([part, look]) => asked(part, look)));
  return [
    ok(`complete, for ${config.mode === 'sandbox' ? 'the sandbox' : `${config.mode} mode`}`),
    ...found.flat(),
  ];
}
