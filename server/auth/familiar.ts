import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listSeen, type Seen } from '#server/db/sign-in-events.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

import { deviceOf } from './device.ts';
import type { Visitor } from './visitor.ts';

const REMEMBERED_MS = 30 * DAY_MS;

/** Lists the IP addresses and user agents of the user's recent sign-ins. */
export const seenLately = (context: Context, db: Db, userId: string): Promise<Seen[]> =>
  listSeen(db, userId, new Date(context.realNow().getTime() - REMEMBERED_MS));

export const isSeenPlace = (seen: readonly Seen[], { address }: Visitor): boolean =>
  seen.some((one) => one.address === address);

const UNKNOWN = deviceOf(null).device;

/** Compares browser family and operating system, as versions change often. Unknown user agents never match. */
export const isSeenDevice = (seen: readonly Seen[], { userAgent }: Visitor): boolean => {
  const { device } = deviceOf(userAgent);
  return device !== UNKNOWN && seen.some((one) => deviceOf(one.userAgent).device === device);
};
