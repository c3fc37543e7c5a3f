import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listKnownDevices, type KnownDevice } from '#server/db/sign-in-events.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

import { parseDevice } from './device.ts';
import type { ClientInfo } from './visitor.ts';

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
