import bowser from 'bowser';
import type { Context as Call } from 'hono';

import type { AccountSession } from '#domain/account.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { listKnownDevices, type KnownDevice } from '#server/auth/queries/security-events.ts';
import type { Context } from '#server/core/context.ts';
import type { Site } from '#server/core/site.ts';
import type { Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

const MAX_USER_AGENT_LENGTH = 200;

/** Client data of a request, for the list of sessions and for security events. */
export type ClientInfo = {
  /** IP address as rate limits see it: see `clientAddress`. */
  address: string;
  userAgent: string | null;
  /** ISO 3166-1 alpha-2 code from the edge proxy. Empty or absent when unknown. */
  country?: string;
  /** Site of the request; absent for the main site. */
  site?: Site;
};

export const getClientInfo = (call: Call): ClientInfo => ({
  address: clientAddress(call),
  userAgent: call.req.header('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
});

type Device = Pick<AccountSession, 'device' | 'kind'>;

const UNKNOWN_DEVICE: Device = { device: 'Unknown device', kind: 'unknown' };
const KINDS: Record<string, Device['kind']> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Names the browser and operating system of a user agent, as in 'Firefox on Windows'. */
export function parseDevice(userAgent: string | null): Device {
  if (!userAgent) return UNKNOWN_DEVICE;
  const { browser, os, platform } = bowser.parse(userAgent);
  const device = [browser.name, os.name].filter(Boolean).join(' on ');
  return device ? { device, kind: KINDS[platform.type ?? ''] ?? 'unknown' } : UNKNOWN_DEVICE;
}

const KNOWN_DEVICE_TTL_MS = 30 * DAY_MS;

/** Lists the IP addresses and user agents of the user's recent sign-ins. */
export const listRecentSignIns = (context: Context, db: Db, userId: string): Promise<KnownDevice[]> =>
  listKnownDevices(db, userId, new Date(context.realNow().getTime() - KNOWN_DEVICE_TTL_MS));

export const isKnownAddress = (recentSignIns: readonly KnownDevice[], { address }: ClientInfo): boolean =>
  recentSignIns.some((signIn) => signIn.address === address);

const UNKNOWN_DEVICE_NAME = parseDevice(null).device;

/** Compares browser family and operating system, as versions change often. Unknown user agents never match. */
export const isKnownDevice = (recentSignIns: readonly KnownDevice[], { userAgent }: ClientInfo): boolean => {
  const { device } = parseDevice(userAgent);
  return (
    device !== UNKNOWN_DEVICE_NAME && recentSignIns.some((signIn) => parseDevice(signIn.userAgent).device === device)
  );
};
