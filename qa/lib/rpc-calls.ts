/** Calls RPC functions at either process with sessions that are refreshed throughout the races. */
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { PASSWORD, type Seller } from '../../e2e/support/seller.ts';

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
async function postWithRetry(
  url: string,
  headers: Record<string, string>,
  body: object,
  times = 10,
): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const afterS = Number(answer.headers.get('retry-after') ?? 0);
  if (answer.status !== 503 || afterS === 0 || times === 0) return answer;
  await new Promise((resolve) => setTimeout(resolve, 1000 * afterS));
  return postWithRetry(url, headers, body, times - 1);
}

async function refreshToken(url: string, { session }: Seller): Promise<string> {
  const { refresh_token } = session;
  const answer = await postWithRetry(`${url}/auth/v1/token?grant_type=refresh_token`, {}, { refresh_token });
  if (!answer.ok) throw new Error(`A session could not be refreshed: ${await answer.text()}`);
  Object.assign(session, await answer.json());
  return session.access_token;
}

export async function callRpcAt<N extends RpcName>(
  url: string,
  seller: Seller,
  name: N,
  body: RpcContract[N]['body'],
): Promise<RpcResult<N>> {
  const Authorization = `Bearer ${await getToken(url, seller)}`;
  const send = async (rpc: RpcName, input: object): Promise<RpcResult<N>> => {
    const response = await postWithRetry(`${url}/functions/v1/${rpc}`, { Authorization }, input);
    return { status: response.status, body: (await response.json()) as RpcResult<N>['body'] };
  };
  const result = await send(name, body);
  if (result.body.error?.code !== 'confirmation_needed') return result;
  await send('confirm-identity', { password: PASSWORD });
  return send(name, body);
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
