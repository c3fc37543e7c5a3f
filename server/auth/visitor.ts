import type { Context as Call } from 'hono';

import type { Site } from '#server/hosts/site.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

const LONGEST_USER_AGENT = 200;

/** Who knocks, as far as a request tells: for the list of sessions and for security events. */
export type Visitor = {
  /** As the limits count: see `clientAddress`. */
  address: string;
  userAgent: string | null;
  /** ISO 3166-1 alpha-2, as the edge names it; empty or left out: nobody says. */
  country?: string;
  /** Where they knock; left out: at the shop. */
  site?: Site;
};

export const visitorOf = (call: Call): Visitor => ({
  address: clientAddress(call),
  userAgent: call.req.header('user-agent')?.slice(0, LONGEST_USER_AGENT) ?? null,
});
