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
export class DnsFault extends Error {
  readonly code: string;

  constructor(name: string, code: string, cause: unknown) {
    super(`No answer about ${name}: ${code}`, { cause });
    this.name = 'DnsFault';
    this.code = code;
  }
}

const TRY_MS = 2000;
const TRIES = 2;
/** The name does not exist, or has no record of this type. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

/** `servers`: addresses of name servers, with a port if it is not 53; empty for those of this machine. */
export function openDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const asked = async <T>(name: string, question: Promise<T[]>): Promise<T[]> => {
    try {
      return await question;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
      if (NOTHING.has(code)) return [];
      throw new DnsFault(name, code, error);
    }
  };
  return {
    addresses: async (name) => {
      const [four, six] = await Promise.all([
        asked(name, resolver.resolve4(name)),
        asked(name, resolver.resolve6(name)),
      ]);
      return [...four, ...six];
    },
    txt: async (name) => (await asked(name, resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) =>
      (await asked(name, resolver.resolveCname(name))).map((to) => to.toLowerCase().replace(/\.$/, '')),
  };
}
