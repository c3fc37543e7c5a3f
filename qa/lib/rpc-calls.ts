/** Calls RPC functions at either process with sessions that are refreshed throughout the races. */
import { setTimeout as wait } from 'node:timers/promises';

import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { PASSWORD, type Seller } from '../../e2e/support/seller.ts';
import { sendRequest, type RequestOptions } from './load.ts';

/** Refreshes a token well before it expires. */
const REFRESHED_AFTER_MS = 8 * 60_000;

export type RpcResponse<T> = { status: number; body: T & { error?: { code: string } } };
export type RpcResult<N extends RpcName> = RpcResponse<RpcContract[N]['response']>;

/** Expiry of each session's token. Concurrent races of one seller wait for one refresh. */
const tokenCache = new WeakMap<Seller, { validUntil: number; token: Promise<string> }>();

/** Returns an access token that stays valid long enough, refreshing the session if needed. */
export function getToken(url: string, seller: Seller): Promise<string> {
  const now = performance.now();
  const cached = tokenCache.get(seller);
  if (cached && now < cached.validUntil) return cached.token;
  const token = cached ? refreshToken(url, seller) : Promise.resolve(seller.session.access_token);
  tokenCache.set(seller, { validUntil: now + REFRESHED_AFTER_MS, token });
  return token;
}

/** Retries after Retry-After: load shedding is not what these races test. */
async function post(url: string, options: RequestOptions, triesLeft = 10): Promise<RpcResponse<object>> {
  const { status, headers, body } = await sendRequest(url, options);
  const afterS = Number(headers['retry-after'] ?? 0);
  if (status !== 503 || afterS === 0 || triesLeft === 0)
    return { status, body: JSON.parse(body) as RpcResponse<object>['body'] };
  await wait(1000 * afterS);
  return post(url, options, triesLeft - 1);
}

async function refreshToken(url: string, { session }: Seller): Promise<string> {
  const { refresh_token } = session;
  const { status, body } = await post(`${url}/auth/v1/token?grant_type=refresh_token`, { body: { refresh_token } });
  if (status !== 200) throw new Error(`A session could not be refreshed: ${JSON.stringify(body)}`);
  return Object.assign(session, body).access_token;
}

export async function callRpcAt<N extends RpcName>(
  url: string,
  seller: Seller,
  name: N,
  body: RpcContract[N]['body'],
): Promise<RpcResult<N>> {
  const token = await getToken(url, seller);
  const send = (rpc: RpcName, input: object) => post(`${url}/functions/v1/${rpc}`, { token, body: input });
  let result = await send(name, body);
  if (result.body.error?.code === 'confirmation_needed') {
    await send('confirm-identity', { password: PASSWORD });
    result = await send(name, body);
  }
  return result as RpcResult<N>;
}

/** Sends the same call four times concurrently, alternating between both processes. */
export const callFourTimes = <N extends RpcName>(
  urls: readonly [string, string],
  seller: Seller,
  name: N,
  body: RpcContract[N]['body'],
): Promise<RpcResult<N>[]> =>
  Promise.all([0, 1, 2, 3].map((index) => callRpcAt(urls[index % 2 === 0 ? 0 : 1], seller, name, body)));

/** The error codes of rejected responses. */
export const listErrorCodes = (answers: readonly RpcResponse<unknown>[]): string[] =>
  answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.error?.code ?? `status ${status}`]));
