import type { Context as Call } from 'hono';

import type { Site } from '#server/core/site.ts';
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
