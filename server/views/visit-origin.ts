import type { Context as Call } from 'hono';

import { deviceOf } from '#domain/visit-browser.ts';
import { visitFrom } from '#domain/visit-from.ts';
import type { VisitHint, VisitOrigin } from '#domain/visit.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Site } from '#server/hosts/site.ts';
import { isPeerTrusted } from '#server/http/peer-address.ts';
import type { Sender } from '#server/shop.ts';

/** Where buyers come back from: they had been here before. */
const PROVIDER_HOSTS = ['checkout.stripe.com', 'buy.stripe.com', 'billing.stripe.com', 'hooks.stripe.com'];

/** Where somebody came from to a site, by what their browser says and what the request tells. */
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

/** What edges say of whose country they do not know, and of Tor. */
const NO_COUNTRY = new Set(['XX', 'T1']);

/** The country that the edge names, where it is trusted and a header of it is configured; empty otherwise. Nobody's address is looked up. */
export const countryOf = (config: Config, call: Call): string =>
  isPeerTrusted(call) ? countryFrom(config, (name) => call.req.header(name)) : '';

/** The same of headers that a trusted proxy has sent. */
export function countryFrom(config: Config, header: (name: string) => string | undefined): string {
  const said = config.countryHeader === null ? '' : (header(config.countryHeader) ?? '');
  return /^[A-Z]{2}$/.test(said) && !NO_COUNTRY.has(said) ? said : '';
}
