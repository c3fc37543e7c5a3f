import type { Context as HonoContext } from 'hono';

import type { ReportedVisit, Attribution } from '#domain/attribution.ts';
import { parseAttribution } from '#domain/parse-attribution.ts';
import { detectDevice } from '#domain/user-agent.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import type { RequestClient } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import { isPeerTrusted } from '#server/http/peer-address.ts';

/** Buyers return from these Stripe hosts, which are not the source of their visit. */
const PROVIDER_HOSTS = ['checkout.stripe.com', 'buy.stripe.com', 'billing.stripe.com', 'hooks.stripe.com'];

export const createAttribution = (
  { config }: Pick<Context, 'config'>,
  visit: ReportedVisit,
  { userAgent, country }: RequestClient,
  site?: Site,
): Attribution => ({
  ...parseAttribution(
    visit,
    site?.tenantDomain ? [...findOwnHosts(config), new URL(site.origin).host] : findOwnHosts(config),
  ),
  visitCountry: country,
  device: detectDevice(userAgent ?? '', visit.touch),
});

const findOwnHosts = ({ appUrl, sandboxUrl }: Config): string[] => [
  ...[appUrl, sandboxUrl].flatMap((address) => (address ? [new URL(address).host] : [])),
  ...PROVIDER_HOSTS,
];

/** Codes that edges send for an unknown country and for Tor. */
const NO_COUNTRY = new Set(['XX', 'T1']);

/** Country from the configured header of a trusted edge; otherwise empty. IP addresses are never looked up. */
export const countryOfRequest = (config: Config, c: HonoContext): string =>
  isPeerTrusted(c) ? parseCountry(config, (name) => c.req.header(name)) : '';

/** Country from the headers of a trusted proxy. */
export function parseCountry(config: Config, header: (name: string) => string | undefined): string {
  const country = config.countryHeader === null ? '' : (header(config.countryHeader) ?? '');
  return /^[A-Z]{2}$/.test(country) && !NO_COUNTRY.has(country) ? country : '';
}
