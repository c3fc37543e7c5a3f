import { lookup } from 'node:dns/promises';
import { request as requestOpenly, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP } from 'node:net';

import { WEBHOOK_PORTS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/context.ts';

import { targetOf, type Target } from './address-problem.ts';
import { DnsFault } from './dns.ts';
import { isGlobalAddress, isLoopbackAddress, isOwnAddress } from './global-address.ts';
import { OutgoingFault, RefusedAddress, type Stage } from './outgoing-fault.ts';

type Asking = Pick<Context, 'config' | 'dns'>;

export type GuardedRequest = {
  url: string;
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | Uint8Array;
  /** For the whole request: DNS, connection and complete response. */
  timeoutMs: number;
  /** Reading of the response stops after this many bytes. */
  maxBytes: number;
  /** Allowed ports; default: those of webhooks. */
  ports?: readonly number[];
};

export type GuardedAnswer = {
  status: number;
  headers: [name: string, value: string][];
  /** Undecoded bytes, whatever Content-Encoding says. */
  body: Uint8Array;
  /** True if the response was longer than `maxBytes`. */
  cut: boolean;
  /** IP address of the connection. */
  address: string;
  tookMs: number;
};

const MAX_HEAD = 16 * 1024;

/**
 * Requests a URL from untrusted input. Every address of its host must be public, and the connection goes to a checked one.
 * Redirects are not followed. Throws BlockedAddressError before connecting, OutgoingError without a complete response.
 */
export async function guardedRequest(context: Asking, asked: GuardedRequest): Promise<GuardedAnswer> {
  const begun = performance.now();
  const target = targetOf(context, asked.url, asked.ports ?? WEBHOOK_PORTS);
  if (typeof target === 'string') throw new RefusedAddress(target);
  const passed = () => performance.now() - begun;
  const [first, ...others] = await inTime(
    checkedAddresses(context, target, asked.timeoutMs),
    target,
    asked.timeoutMs,
  );
  const ask = async (address: string, more: readonly string[]): Promise<GuardedAnswer> => {
    try {
      const leftMs = Math.max(1, asked.timeoutMs - passed());
      return {
        ...(await askAt(address, target, { ...asked, leftMs })),
        address,
        tookMs: Math.round(passed()),
      };
    } catch (error) {
      const [next, ...rest] = more;
      if (next === undefined || !(error instanceof OutgoingFault) || error.code !== 'ECONNREFUSED')
        throw error;
      return ask(next, rest);
    }
  };
  return ask(first, others);
}

/** Rejects when DNS takes longer than the timeout. */
async function inTime<T>(work: Promise<T>, { host }: Target, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const around = { stage: 'name', host, address: null, seconds: timeoutMs / 1000 } as const;
    timer = setTimeout(() => reject(new OutgoingFault('ETIMEDOUT', around)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Returns one checked address of the target; several only for this machine. */
async function checkedAddresses(
  context: Asking,
  target: Target,
  timeoutMs: number,
): Promise<[string, ...string[]]> {
  const { host, isHere } = target;
  if (isHere) return isIP(host) === 0 ? loopbacks() : [host];
  const found = isIP(host) === 0 ? await addressesOf(context, host, timeoutMs) : [host];
  const bad = found.find((address) => !isGlobalAddress(address) || isOwnAddress(address));
  if (bad !== undefined)
    throw new RefusedAddress(
      `${host} leads to ${bad}, which does not belong to the open internet. We send nothing there.`,
    );
  const own = found.find((address) => context.config.reach.domainAddresses.includes(address));
  if (own !== undefined) throw new RefusedAddress(`${host} leads to ${own}, which is the shop itself.`);
  // Not every machine has IPv6. A random choice lets a retry use another server.
  const old = found.filter((address) => isIP(address) === 4);
  const from = old.length > 0 ? old : found;
  const address = from[Math.floor(Math.random() * from.length)];
  if (address !== undefined) return [address];
  throw new OutgoingFault('ENOTFOUND', { stage: 'name', host, address: null, seconds: timeoutMs / 1000 });
}

async function addressesOf({ dns }: Asking, host: string, timeoutMs: number): Promise<string[]> {
  try {
    return await dns.addresses(host);
  } catch (error) {
    if (!(error instanceof DnsFault)) throw error;
    const around = { stage: 'name', host, address: null, seconds: timeoutMs / 1000 } as const;
    throw new OutgoingFault(error.code, around, error);
  }
}

/** Loopback addresses on which local programs may listen. */
async function loopbacks(): Promise<[string, ...string[]]> {
  const found = await lookup('localhost', { all: true });
  const [first, ...others] = found.map(({ address }) => address).filter(isLoopbackAddress);
  if (first !== undefined) return [first, ...others];
  throw new RefusedAddress('localhost is another machine here.');
}

type Knock = GuardedRequest & { leftMs: number };
type Came = Pick<GuardedAnswer, 'status' | 'headers' | 'body' | 'cut'>;

/** Connects to exactly this address, with the host name of the target. Exported for tests only. */
export function askAt(address: string, target: Target, asked: Knock): Promise<Came> {
  const { promise, resolve, reject } = Promise.withResolvers<Came>();
  let stage: Stage = 'connection';
  const request = requestTo(address, target, asked);
  const fail = (code: string, cause?: unknown) => {
    const around = { stage, host: target.host, address, seconds: asked.timeoutMs / 1000 };
    reject(new OutgoingFault(code, around, cause));
  };
  const broken = (error: NodeJS.ErrnoException) => fail(error.code ?? 'UNKNOWN', error);
  const timer = setTimeout(() => fail('ETIMEDOUT'), asked.leftMs);
  request.on('finish', () => (stage = 'answer'));
  request.on('error', broken);
  request.on('close', () => fail('ECONNRESET'));
  request.on('response', (message) => {
    stage = 'answer';
    message.on('error', broken);
    collect(message, asked.maxBytes, resolve);
  });
  request.end(asked.body);
  return promise.finally(() => {
    clearTimeout(timer);
    request.destroy();
  });
}

function requestTo(address: string, target: Target, { method, headers }: Knock): ClientRequest {
  const { url, host, port, isSecure } = target;
  const options = {
    host: address,
    port,
    method,
    path: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), Host: url.host, 'Accept-Encoding': 'identity' },
    // A separate connection that is not reused.
    agent: false as const,
    maxHeaderSize: MAX_HEAD,
  };
  if (!isSecure) return requestOpenly(options);
  return requestSecurely({ ...options, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: true });
}

/** Reads up to `maxBytes` of the response. */
function collect(message: IncomingMessage, maxBytes: number, resolve: (came: Came) => void): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const done = (cut: boolean) => {
    const body = new Uint8Array(Buffer.concat(chunks, Math.min(size, maxBytes)));
    resolve({ status: message.statusCode ?? 0, headers: pairsOf(message.rawHeaders), body, cut });
  };
  message.on('data', (chunk: Uint8Array) => {
    if (size > maxBytes) return;
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) return;
    done(true);
    message.destroy();
  });
  message.on('end', () => done(false));
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []));
