import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

import { getDomain, parse } from 'tldts';

import { SITE } from '#content/site.ts';
import { readingProblemOf, typedHostFrom } from '#domain/domain-name.ts';
import { ShopError } from '#domain/errors.ts';

import type { Config } from '#server/config.ts';

/** Includes private suffixes under which others register names, such as github.io. */
const EVERY_SUFFIX = { allowPrivateDomains: true } as const;
/** Suffixes of the list that public DNS does not resolve. */
const NOT_OF_THE_WORLD = /(^|\.)(onion|arpa)$/;

/** The registered domain of a host; the host itself if it has none. */
export const registeredDomainOf = (host: string): string => getDomain(host, EVERY_SUFFIX) ?? host;

/** Returns whether the host is a local name, which needs no verification on a developer's machine. */
export const isOwnMachineName = (config: Config, host: string): boolean =>
  config.reach.ownMachine && host.endsWith('.localhost');

/** The host with its international characters. */
export const readableHost = (host: string): string => domainToUnicode(host) || host;

const isUnder = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** Hosts of the app itself. */
function ownHosts({ appUrl, reach }: Config): string[] {
  const { hostname } = new URL(appUrl);
  return [hostname, ...(reach.domainTarget === null ? [] : [reach.domainTarget])].filter(
    (host) => isIP(host) === 0 && host !== 'localhost' && !host.startsWith('['),
  );
}

const ownLabels = (hosts: readonly string[]): string[] =>
  [SITE.name.toLowerCase(), ...hosts.map((host) => registeredDomainOf(host).split('.')[0] ?? '')].filter(
    (label) => label.length > 3,
  );

/** Returns why a host cannot be a seller's domain; null if it can. */
function problemOf(config: Config, host: string): string | null {
  if (isOwnMachineName(config, host)) return null;
  if (host.endsWith('.localhost')) return 'Names under .localhost are those of each machine itself.';
  const { domain, isIcann, isPrivate } = parse(host, EVERY_SUFFIX);
  if ((!isIcann && !isPrivate) || NOT_OF_THE_WORLD.test(host))
    return `There are no domains that end in .${host.split('.').at(-1)}, as far as the whole world knows.`;
  if (domain === null) return 'Many share this name. Type a name of yours below it.';
  const own = ownHosts(config);
  if (own.some((mine) => isUnder(host, mine)))
    return 'This name is our own. Type the name of a domain that is yours.';
  const name = domainToUnicode(host);
  const again = typedHostFrom(name);
  if (/(^|\.)xn--/.test(name) || !('host' in again) || again.host !== host)
    return 'There is a sign in this name that no domain has.';
  return readingProblemOf(name, ownLabels(own));
}

/** Parses the host from a seller's input. Throws `domain_invalid` with a readable reason. */
export function hostOf(config: Config, typed: string): string {
  const read = typedHostFrom(typed);
  const problem = 'problem' in read ? read.problem : problemOf(config, read.host);
  if (problem !== null) throw new ShopError('domain_invalid', { message: problem });
  return 'host' in read ? read.host : '';
}
