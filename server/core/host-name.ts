import type { IncomingMessage } from 'node:http';

const MAX_NAME_LENGTH = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name, an IPv4 address or an IPv6 address in brackets, with an optional trailing dot and port. */
const HOST = new RegExp(`^(${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]{2,45}\\])\\.?(?::\\d{1,5})?$`);

/** Returns the lower-case name in a Host header without its port; null for an invalid one. */
export function parseHostName(host: string): string | null {
  if (host.length > MAX_NAME_LENGTH + 7) return null;
  const name = HOST.exec(host.toLowerCase())?.[1] ?? null;
  return name !== null && name.length <= MAX_NAME_LENGTH ? name : null;
}

/** Returns the Host header unchanged; null if it is missing or repeated. */
export function hostHeaderOf({ rawHeaders }: IncomingMessage): string | null {
  let host: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const headerName = rawHeaders[i];
    if (headerName?.length !== 4 || headerName.toLowerCase() !== 'host') continue;
    if (host !== null) return null;
    host = rawHeaders[i + 1] ?? null;
  }
  return host;
}

/** The Node request that the server passes in the environment of a request. */
export type NodeEnv = { incoming?: IncomingMessage };

/**
 * Returns the requested host name. Only the Host header counts, never headers of a proxy; an absolute request target must
 * name the same host. Null if they differ.
 */
export function requestedHost(request: Request, incoming: IncomingMessage | undefined): string | null {
  if (!incoming) return parseHostName(request.headers.get('host') ?? new URL(request.url).host);
  const host = hostHeaderOf(incoming);
  const name = host === null ? null : parseHostName(host);
  if (incoming.url?.startsWith('/')) return name;
  const { hostname, username, password } = new URL(request.url);
  return username === '' && password === '' && parseHostName(hostname) === name ? name : null;
}
