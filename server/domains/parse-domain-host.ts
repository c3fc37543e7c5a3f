import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

import type * as tldts from 'tldts';

import { domainCheckMessages } from '#content/messages/domain-checks.ts';
import { SITE } from '#content/site.ts';
import { validateDisplayName, parseHost } from '#domain/domain-name.ts';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/core/config.ts';

const require = createRequire(import.meta.url);
/** The list of public suffixes takes several megabytes, so it is loaded with the first custom domain. */
const loadSuffixes = (): typeof tldts => require('tldts');

/** Includes private suffixes under which others register names, such as github.io. */
const SUFFIX_OPTIONS = { allowPrivateDomains: true } as const;
/** Suffixes of the list that public DNS does not resolve. */
const NON_PUBLIC_SUFFIX = /(^|\.)(onion|arpa)$/;

/** The registered domain of a host; the host itself if it has none. */
export const registeredDomainOf = (host: string): string => loadSuffixes().getDomain(host, SUFFIX_OPTIONS) ?? host;

/** Returns whether the host is a local name, which needs no verification on a developer's machine. */
export const isLocalName = (config: Config, host: string): boolean =>
  config.network.isLocal && host.endsWith('.localhost');

/** The host with its international characters. */
export const readableHost = (host: string): string => domainToUnicode(host) || host;

const isUnder = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** Hosts of the app itself. */
function appHostsOf({ appUrl, network }: Config): string[] {
  const { hostname } = new URL(appUrl);
  return [hostname, ...(network.domainTarget === null ? [] : [network.domainTarget])].filter(
    (host) => isIP(host) === 0 && host !== 'localhost' && !host.startsWith('['),
  );
}

const appLabels = (hosts: readonly string[]): string[] =>
  [SITE.name.toLowerCase(), ...hosts.map((host) => registeredDomainOf(host).split('.')[0] ?? '')].filter(
    (label) => label.length > 3,
  );

/** Returns why a host cannot be a seller's domain; null if it can. */
function findHostProblem(config: Config, host: string): string | null {
  if (isLocalName(config, host)) return null;
  if (host.endsWith('.localhost')) return domainCheckMessages.host.localhost;
  const { domain, isIcann, isPrivate } = loadSuffixes().parse(host, SUFFIX_OPTIONS);
  if ((!isIcann && !isPrivate) || NON_PUBLIC_SUFFIX.test(host))
    return domainCheckMessages.host.unknownEnding({ ending: host.split('.').at(-1) ?? '' });
  if (domain === null) return domainCheckMessages.host.publicSuffix;
  const appHosts = appHostsOf(config);
  if (appHosts.some((appHost) => isUnder(host, appHost))) return domainCheckMessages.host.ownHost;
  const name = domainToUnicode(host);
  const reparsed = parseHost(name);
  if (/(^|\.)xn--/.test(name) || !('host' in reparsed) || reparsed.host !== host)
    return domainCheckMessages.name.invalidCharacter;
  return validateDisplayName(name, appLabels(appHosts));
}

/** Parses the host from a seller's input. Throws `domain_invalid` with a readable reason. */
export function parseDomainHost(config: Config, input: string): string {
  const parsed = parseHost(input);
  const message = 'error' in parsed ? parsed.error : findHostProblem(config, parsed.host);
  if (message !== null) throw new AppError('domain_invalid', { message });
  return 'host' in parsed ? parsed.host : '';
}
