import bowser from 'bowser';

import type { AccountSession } from '#domain/account.ts';
import { listKnownDevices, type KnownDevice } from '#server/auth/queries/security-events.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

import type { ClientInfo } from './client-info.ts';

export type Device = Pick<AccountSession, 'device' | 'kind'>;

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
