import type { IncomingMessage } from 'node:http';

const LONGEST = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name, an IPv4 address or an IPv6 address in brackets, with an optional trailing dot and port. */
const HOST = new RegExp(`^(${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]{2,45}\\])\\.?(?::\\d{1,5})?$`);

/** Returns the lower-case name in a Host header without its port; null for an invalid one. */
export function nameOf(host: string): string | null {
  if (host.length > LONGEST + 7) return null;
  const name = HOST.exec(host.toLowerCase())?.[1] ?? null;
  return name !== null && name.length <= LONGEST ? name : null;
}

/** Returns the Host header unchanged; null if it is missing or repeated. */
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

/** The Node request that the server passes in the environment of a request. */
export type Incoming = { incoming?: IncomingMessage };

/**
 * Returns the requested host name. Only the Host header counts, never headers of a proxy; an absolute request target must
 * name the same host. Null if they differ.
 */
export function nameAsked(request: Request, incoming: IncomingMessage | undefined): string | null {
  if (!incoming) return nameOf(request.headers.get('host') ?? new URL(request.url).host);
  const host = hostOf(incoming);
  const name = host === null ? null : nameOf(host);
  if (incoming.url?.startsWith('/')) return name;
  const { hostname, username, password } = new URL(request.url);
  return username === '' && password === '' && nameOf(hostname) === name ? name : null;
}
