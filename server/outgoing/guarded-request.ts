import { lookup } from 'node:dns/promises';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';

import { webhookFailureMessages } from '#content/messages/webhook-failures.ts';
import { WEBHOOK_PORTS } from '#domain/webhook-endpoint.ts';
import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';

import { DnsError } from './dns.ts';
import { OutgoingError, BlockedAddressError, type RequestStage } from './outgoing-error.ts';
import { parseTarget, type Target, isPublicAddress, isLoopbackAddress, isMachineAddress } from './parse-target.ts';

type OutgoingContext = Pick<Context, 'config' | 'dns'>;

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

export type GuardedResponse = {
  status: number;
  headers: [name: string, value: string][];
  /** Undecoded bytes, whatever Content-Encoding says. */
  body: Uint8Array;
  /** True if the response was longer than `maxBytes`. */
  isTruncated: boolean;
  /** IP address of the connection. */
  address: string;
  durationMs: number;
};

const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Requests a URL from untrusted input. Every address of its host must be public, and the connection goes to a checked one.
 * Redirects are not followed. Throws BlockedAddressError before connecting, OutgoingError without a complete response.
 */
export async function guardedRequest(context: OutgoingContext, request: GuardedRequest): Promise<GuardedResponse> {
  const startedAt = performance.now();
  const target = parseTarget(context, request.url, request.ports ?? WEBHOOK_PORTS);
  if (typeof target === 'string') throw new BlockedAddressError(target);
  const elapsedMs = () => performance.now() - startedAt;
  const { timeoutMs } = request;
  const [first, ...fallbackAddresses] = await withTimeout(
    timeoutMs,
    resolveCheckedAddresses(context, target, timeoutMs),
    () => toNameError('ETIMEDOUT', target.host, timeoutMs),
  );
  const tryAddress = async (address: string, fallbacks: readonly string[]): Promise<GuardedResponse> => {
    try {
      const remainingMs = Math.max(1, timeoutMs - elapsedMs());
      return {
        ...(await requestAddress(address, target, { ...request, remainingMs })),
        address,
        durationMs: Math.round(elapsedMs()),
      };
    } catch (error) {
      const [next, ...rest] = fallbacks;
      if (next === undefined || !(error instanceof OutgoingError) || error.code !== 'ECONNREFUSED') throw error;
      return tryAddress(next, rest);
    }
  };
  return tryAddress(first, fallbackAddresses);
}

/** Returns one checked address of the target; several only for this machine. */
async function resolveCheckedAddresses(
  context: OutgoingContext,
  target: Target,
  timeoutMs: number,
): Promise<[string, ...string[]]> {
  const { host, isLocal: isHere } = target;
  if (isHere) return isIP(host) === 0 ? resolveLoopbacks() : [host];
  const addresses = isIP(host) === 0 ? await resolveAddresses(context, host, timeoutMs) : [host];
  const blocked = addresses.find((address) => !isPublicAddress(address) || isMachineAddress(address));
  if (blocked !== undefined)
    throw new BlockedAddressError(webhookFailureMessages.host.notPublic({ host, address: blocked }));
  const ownAddress = addresses.find((address) => context.config.network.domainAddresses.includes(address));
  if (ownAddress !== undefined)
    throw new BlockedAddressError(webhookFailureMessages.host.own({ host, address: ownAddress }));
  // Not every machine has IPv6. A random choice lets a retry use another server.
  const ipv4 = addresses.filter((address) => isIP(address) === 4);
  const candidates = ipv4.length > 0 ? ipv4 : addresses;
  const address = candidates[Math.floor(Math.random() * candidates.length)];
  if (address !== undefined) return [address];
  throw toNameError('ENOTFOUND', host, timeoutMs);
}

const toNameError = (code: string, host: string, timeoutMs: number, cause?: unknown): OutgoingError =>
  new OutgoingError(code, { stage: 'name', host, address: null, seconds: timeoutMs / 1000 }, cause);

async function resolveAddresses({ dns }: OutgoingContext, host: string, timeoutMs: number): Promise<string[]> {
  try {
    return await dns.addresses(host);
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    throw toNameError(error.code, host, timeoutMs, error);
  }
}

/** Loopback addresses on which local programs may listen. */
async function resolveLoopbacks(): Promise<[string, ...string[]]> {
  const addresses = await lookup('localhost', { all: true });
  const [first, ...fallbackAddresses] = addresses.map(({ address }) => address).filter(isLoopbackAddress);
  if (first !== undefined) return [first, ...fallbackAddresses];
  throw new BlockedAddressError(webhookFailureMessages.host.otherMachine);
}

type RequestAttempt = GuardedRequest & { remainingMs: number };
type RawResponse = Pick<GuardedResponse, 'status' | 'headers' | 'body' | 'isTruncated'>;

/** Connects to exactly this address, with the host name of the target. Exported for tests only. */
export function requestAddress(address: string, target: Target, request: RequestAttempt): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  let stage: RequestStage = 'connection';
  const clientRequest = createRequest(address, target, request);
  const failWith = (code: string, cause?: unknown) => {
    const details = { stage, host: target.host, address, seconds: request.timeoutMs / 1000 };
    reject(new OutgoingError(code, details, cause));
  };
  const onError = (error: NodeJS.ErrnoException) => failWith(error.code ?? 'UNKNOWN', error);
  const timer = setTimeout(() => failWith('ETIMEDOUT'), request.remainingMs);
  clientRequest.on('finish', () => (stage = 'answer'));
  clientRequest.on('error', onError);
  clientRequest.on('close', () => failWith('ECONNRESET'));
  clientRequest.on('response', (message) => {
    stage = 'answer';
    message.on('error', onError);
    readBody(message, request.maxBytes, resolve);
  });
  clientRequest.end(request.body);
  return promise.finally(() => {
    clearTimeout(timer);
    clientRequest.destroy();
  });
}

function createRequest(address: string, target: Target, { method, headers }: RequestAttempt): ClientRequest {
  const { url, host, port, isSecure } = target;
  const options = {
    host: address,
    port,
    method,
    path: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), Host: url.host, 'Accept-Encoding': 'identity' },
    // A separate connection that is not reused.
    agent: false as const,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  if (!isSecure) return httpRequest(options);
  return httpsRequest({ ...options, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: true });
}

/** Reads up to `maxBytes` of the response. */
function readBody(message: IncomingMessage, maxBytes: number, resolve: (response: RawResponse) => void): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const finish = (isTruncated: boolean) => {
    const body = new Uint8Array(Buffer.concat(chunks, Math.min(size, maxBytes)));
    resolve({ status: message.statusCode ?? 0, headers: headerPairs(message.rawHeaders), body, isTruncated });
  };
  message.on('data', (chunk: Uint8Array) => {
    if (size > maxBytes) return;
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) return;
    finish(true);
    message.destroy();
  });
  message.on('end', () => finish(false));
}

const headerPairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : []));
