import { isIP } from 'node:net';

import { z } from 'zod';

import type { Mode } from '#domain/payment-mode.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const commaSeparated = (item: (text: string) => boolean, message: string) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .transform((text) => text.split(',').map((entry) => entry.trim()))
      .refine((list) => list.every(item), message)
      .optional(),
  );

const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const isDnsServer = (text: string): boolean =>
  isIP(text) !== 0 || /^(\[[0-9a-fA-F:.]+\]|\d+(\.\d+){3}):\d{1,5}$/.test(text);

/** Variables that connect the server with sellers' domains; all optional. */
export const NETWORK_ENVIRONMENT = {
  DOMAIN_TARGET: z.preprocess(
    blankIsUnset,
    z.string().regex(HOST_NAME, 'must be the name of a host, such as shops.example.com').optional(),
  ),
  DOMAIN_ADDRESSES: commaSeparated((text) => isIP(text) !== 0, 'must be IP addresses with commas between them'),
  DNS_SERVERS: commaSeparated(isDnsServer, 'must be addresses of name servers with commas between them'),
};

export type NetworkConfig = {
  /** CNAME target for sellers' domains; null: the server is reachable on its own machine only. */
  domainTarget: string | null;
  /** IP addresses of the target, for domains that cannot have a CNAME. */
  domainAddresses: readonly string[];
  /** DNS servers to query; empty: those of this machine. */
  dnsServers: readonly string[];
  /** A sandbox on a local machine: names under .localhost count as verified, and webhooks may target this machine. */
  isLocal: boolean;
};

type Env = z.infer<z.ZodObject<typeof NETWORK_ENVIRONMENT>>;

const isLoopbackHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host);

export function toNetworkConfig(env: Env, mode: Mode, appUrl: string): NetworkConfig {
  const { hostname } = new URL(appUrl);
  const isLocal = isLoopbackHost(hostname);
  return {
    domainTarget: env.DOMAIN_TARGET ?? (isLocal || isIP(hostname) !== 0 ? null : hostname),
    domainAddresses: env.DOMAIN_ADDRESSES ?? [],
    dnsServers: env.DNS_SERVERS ?? [],
    isLocal: isLocal && mode === 'sandbox',
  };
}
