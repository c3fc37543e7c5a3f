import { Resolver } from 'node:dns/promises';

/** DNS queries; answers are not cached. */
export type Dns = {
  /** IPv4 and IPv6 addresses; empty when the name has none. Throws DnsError. */
  addresses: (name: string) => Promise<string[]>;
  /** TXT records, each joined to one string. Throws DnsError. */
  txt: (name: string) => Promise<string[]>;
  /** CNAME of the name, without a trailing dot. Throws DnsError. */
  cname: (name: string) => Promise<string[]>;
};

/** DNS gave no usable answer. `code` is that of node:dns, such as ETIMEOUT. */
export class DnsError extends Error {
  readonly code: string;

  constructor(name: string, code: string, cause: unknown) {
    super(`No answer about ${name}: ${code}`, { cause });
    this.name = 'DnsError';
    this.code = code;
  }
}

const TRY_TIMEOUT_MS = 2000;
const TRIES = 2;
/** The name does not exist, or has no record of this type. */
const NO_RECORD_CODES = new Set(['ENODATA', 'ENOTFOUND']);

/** `servers`: addresses of name servers, with a port if it is not 53; empty for those of this machine. */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const resolve = async <T>(name: string, query: Promise<T[]>): Promise<T[]> => {
    try {
      return await query;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
      if (NO_RECORD_CODES.has(code)) return [];
      throw new DnsError(name, code, error);
    }
  };
  return {
    addresses: async (name) => {
      const [ipv4, ipv6] = await Promise.all([
        resolve(name, resolver.resolve4(name)),
        resolve(name, resolver.resolve6(name)),
      ]);
      return [...ipv4, ...ipv6];
    },
    txt: async (name) => (await resolve(name, resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) =>
      (await resolve(name, resolver.resolveCname(name))).map((target) => target.toLowerCase().replace(/\.$/, '')),
  };
}
