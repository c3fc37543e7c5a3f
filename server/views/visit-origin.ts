import type { Context as Call } from 'hono';

import { deviceOf } from '#domain/visit-browser.ts';
import { visitFrom } from '#domain/visit-from.ts';
import type { VisitHint, VisitOrigin } from '#domain/visit.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Site } from '#server/hosts/site.ts';
import { isPeerTrusted } from '#server/http/peer-address.ts';
import type { Sender } from '#server/shop.ts';

/** Buyers return from these Stripe hosts, which are not the source of their visit. */
const PROVIDER_HOSTS = ['checkout.stripe.com', 'buy.stripe.com', 'billing.stripe.com', 'hooks.stripe.com'];

/** Attribution of a visit, from the browser's hint and the request. */
export const visitOriginOf = (
  { config }: Pick<Context, 'config'>,
  hint: VisitHint,
  { userAgent, country }: Sender,
  site?: Site,
): VisitOrigin => ({
  ...visitFrom(hint, site?.root ? [...ownHostsOf(config), new URL(site.origin).host] : ownHostsOf(config)),
  visitCountry: country,
  device: deviceOf(userAgent ?? '', hint.touch),
});

const known = new WeakMap<Config, string[]>();

function ownHostsOf(config: Config): string[] {
  const hosts = known.get(config) ?? [
    ...[config.appUrl, config.sandboxUrl].flatMap((address) => (address ? [new URL(address).host] : [])),
    ...PROVIDER_HOSTS,
  ];
  known.set(config, hosts);
  return hosts;
}

/** Codes that edges send for an unknown country and for Tor. */
const NO_COUNTRY = new Set(['XX', 'T1']);

/** Country from the configured header of a trusted edge; otherwise empty. IP addresses are never looked up. */
export const countryOf = (config: Config, call: Call): string =>
  isPeerTrusted(call) ? countryFrom(config, (name) => call.req.header(name)) : '';

/** Country from the headers of a trusted proxy. */
export function countryFrom(config: Config, header: (name: string) => string | undefined): string {
  const said = config.countryHeader === null ? '' : (header(config.countryHeader) ?? '');
  return /^[A-Z]{2}$/.test(said) && !NO_COUNTRY.has(said) ? said : '';
}
