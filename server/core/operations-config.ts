import { BlockList, isIP } from 'node:net';

import { z } from 'zod';

import type { Mode } from '#domain/payment-mode.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

/** An IP address or a network such as 10.0.0.0/8. */
const NETWORK = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/;

function isNetwork(text: string): boolean {
  const [, address = '', bits] = NETWORK.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128));
}

/** Keys are derived from this without stretching, so it must be random and never a passphrase. */
export const randomSecret = z
  .string()
  .min(32, 'must have at least 32 random characters: openssl rand -base64 32 makes some');

/** Variables for running and monitoring the server; all optional. */
export const OPERATIONS_ENVIRONMENT = {
  TRUSTED_PROXIES: z.preprocess(
    blankIsUnset,
    z
      .string()
      .transform((text) => text.split(',').map((entry) => entry.trim()))
      .refine((list) => list.every(isNetwork), 'must be addresses or networks with commas between them')
      .optional(),
  ),
  DATABASE_POOL: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^([4-9]|[1-9]\d)$/, 'must be a number from 4 to 99')
      .optional(),
  ),
  METRICS_TOKEN: z.preprocess(blankIsUnset, z.string().min(16, 'must have at least 16 characters').optional()),
  SHUTDOWN_DELAY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^([0-5]?\d|60)$/, 'must be a number of seconds from 0 to 60')
      .optional(),
  ),
  ALLOW_NEWER_SCHEMA: z.preprocess(blankIsUnset, z.literal('1', 'must be 1 or unset').optional()),
  BACKUP_DIR: z.preprocess(blankIsUnset, z.string().optional()),
  BACKUP_KEY: z.preprocess(blankIsUnset, randomSecret.optional()),
};

export type OperationsConfig = {
  /** Proxies whose X-Forwarded-For is trusted; the loopback addresses are always included. */
  trustedProxies: BlockList;
  /** PostgreSQL connections per process, without the listening one; two of them are reserved for Stripe events. */
  poolSize: number;
  /** Token for reading /metrics from another machine; null refuses all remote requests. */
  metricsToken: string | null;
  /** Time after the shutdown signal in which requests are still answered, so that load balancers notice. */
  shutdownDelayMs: number;
  /** Starts although a later version has changed the schema: for going back to the version right before it. */
  allowsNewerSchema: boolean;
  /** Folder of the backups; null: `backups` in the data folder. */
  backupFolder: string | null;
  /** Encryption key of the backups; null leaves them unencrypted. */
  backupKey: string | null;
};

type Env = z.infer<z.ZodObject<typeof OPERATIONS_ENVIRONMENT>>;

export const toOperationsConfig = (env: Env, mode: Mode): OperationsConfig => ({
  trustedProxies: toTrustedProxies(env.TRUSTED_PROXIES ?? []),
  poolSize: Number(env.DATABASE_POOL ?? 10),
  metricsToken: env.METRICS_TOKEN ?? null,
  shutdownDelayMs: Number(env.SHUTDOWN_DELAY ?? (mode === 'sandbox' ? 0 : 5)) * 1000,
  allowsNewerSchema: env.ALLOW_NEWER_SCHEMA === '1',
  backupFolder: env.BACKUP_DIR ?? null,
  backupKey: env.BACKUP_KEY ?? null,
});

function toTrustedProxies(networks: readonly string[]): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  for (const network of networks) {
    const [, address = '', bits] = NETWORK.exec(network) ?? [];
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
