import type { IncomingMessage } from 'node:http';

const LONGEST = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name, an IPv4 address or an IPv6 one in brackets; a dot at its end, and a port. */
const HOST = new RegExp(`^(${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]{2,45}\\])\\.?(?::\\d{1,5})?$`);

/** The name in a Host header: in lower case, without a port. Null of anything that nobody's name could be. */
export function nameOf(host: string): string | null {
  if (host.length > LONGEST + 7) return null;
  const name = HOST.exec(host.toLowerCase())?.[1] ?? null;
  return name !== null && name.length <= LONGEST ? name : null;
}

/** The Host of a request as it came; null where there is none, or several. */
export function hostOf({ rawHeaders }: IncomingMessage): string | null {
  let host: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    if (given?.length !== 4 || given.toLowerCase() !== 'host') continue;
    if (host !== null) return null;
    host = rawHeaders[at + 1] ?? null;
  }
  return host;
}

/** What a real server hands over beside the request. */
export type Incoming = { incoming?: IncomingMessage };

/**
 * The name that is asked for. It is told by the Host alone, never by what a proxy adds; a target that names a host of its
 * own must name the same. Null where that cannot be said.
 */
export function nameAsked(request: Request, incoming: IncomingMessage | undefined): string | null {
  if (!incoming) return nameOf(request.headers.get('host') ?? new URL(request.url).host);
  const host = hostOf(incoming);
  const name = host === null ? null : nameOf(host);
  if (incoming.url?.startsWith('/')) return name;
  const { hostname, username, password } = new URL(request.url);
  return username === '' && password === '' && nameOf(hostname) === name ? name : null;
}
