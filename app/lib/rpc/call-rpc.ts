import { FunctionsClient } from '@supabase/functions-js';

import { parseRpcResponse } from '#domain/parse-rpc-response.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { getAccessToken, replaceRejectedToken } from '../session/session.ts';
import { RpcError, parseRpcError, createUnreachableError, createUnreadableError } from './rpc-error.ts';

let functionsClient: FunctionsClient | undefined;

/** Returns a fresh access token for each call, because the functions client does not refresh tokens. */
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
  functionsClient ??= new FunctionsClient(`${window.location.origin}/functions/v1`);
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const { data, error } = await functionsClient.invoke<unknown>(name, { body, headers, ...(signal && { signal }) });
  if (!error) {
    const payload = parseRpcResponse(name, data);
    if (payload === null) throw createUnreadableError();
    return payload;
  }
  const response: unknown = error instanceof Error && 'context' in error ? error.context : null;
  throw response instanceof Response ? await parseRpcError(response) : createUnreachableError();
}

/** Calls an RPC function as the signed-in user. Throws an `RpcError`. Components use `useRpcQuery` and `useRpcMutation`. */
export async function callRpc<N extends RpcName>(
  name: N,
  body: RpcContract[N]['body'],
  signal?: AbortSignal,
): Promise<RpcContract[N]['response']> {
  const token = await getCurrentToken();
  try {
    return await invokeFunction(name, body, token, signal);
  } catch (error) {
    // A browser whose clock was set back still considers an expired token valid.
    if (token === null || !isTokenRejected(error) || !(await replaceRejectedToken(token))) throw error;
    return invokeFunction(name, body, await getCurrentToken(), signal);
  }
}
