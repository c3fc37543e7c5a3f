import { parseRpcResponse } from '#domain/parse-rpc-response.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { getAccessToken, replaceRejectedToken } from '../session/session.ts';
import { RpcError, parseRpcError, createUnreachableError, createUnreadableError } from './rpc-error.ts';

/** Returns a fresh access token for each call. */
async function getCurrentToken(): Promise<string | null> {
  try {
    return await getAccessToken();
  } catch {
    throw createUnreachableError();
  }
}

/** True if the server rejected the call because of its token, before doing anything. */
const isTokenRejected = (error: unknown): boolean =>
  error instanceof RpcError && (error.code === 'unauthorized' || error.code === 'insufficient_aal');

async function invokeFunction<N extends RpcName>(
  name: N,
  body: RpcContract[N]['body'],
  token: string | null,
  signal?: AbortSignal,
): Promise<RpcContract[N]['response']> {
  const response = await fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: signal ?? null,
  }).catch(() => {
    throw createUnreachableError();
  });
  if (!response.ok) throw await parseRpcError(response);
  const payload = parseRpcResponse(name, await response.json().catch(() => null));
  if (payload === null) throw createUnreadableError();
  return payload;
}

/**
 * Sends a request as the signed-in user, and again with a new access token if the server rejects the first one. Throws an
 * `RpcError`.
 */
export async function withAccessToken<Result>(send: (token: string | null) => Promise<Result>): Promise<Result> {
  const token = await getCurrentToken();
  try {
    return await send(token);
  } catch (error) {
    // A browser whose clock was set back still considers an expired token valid.
    if (token === null || !isTokenRejected(error) || !(await replaceRejectedToken(token))) throw error;
    return send(await getCurrentToken());
  }
}

/** Calls an RPC function as the signed-in user. Throws an `RpcError`. Components use `useRpcQuery` and `useRpcMutation`. */
export const callRpc = <N extends RpcName>(
  name: N,
  body: RpcContract[N]['body'],
  signal?: AbortSignal,
): Promise<RpcContract[N]['response']> => withAccessToken((token) => invokeFunction(name, body, token, signal));
