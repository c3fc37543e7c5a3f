/** Calls of functions at one process or the other, with a session that lasts as long as the races do. */
import type { CallName, Calls } from '#domain/calls.ts';

import type { Seller } from '../e2e/seller.ts';

/** Well before an access token ends. */
const REFRESHED_AFTER_MS = 8 * 60_000;

export type Answered<T> = { status: number; body: T & { error?: { code: string } } };
export type Answer<N extends CallName> = Answered<Calls[N]['answer']>;

/** Until when the token of a session is good; several races of one seller at once wait for one refresh. */
const kept = new WeakMap<Seller, { goodUntil: number; token: Promise<string> }>();

/** The token of a session that goes on for long enough. */
export function tokenOf(door: string, seller: Seller): Promise<string> {
  const now = performance.now();
  const known = kept.get(seller);
  if (known && now < known.goodUntil) return known.token;
  const token = known ? refreshed(door, seller) : Promise.resolve(seller.session.access_token);
  kept.set(seller, { goodUntil: now + REFRESHED_AFTER_MS, token });
  return token;
}

/** Whoever is told to come back does so: that a machine is busy is not what is tried here. */
async function posted(
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
  return posted(url, headers, body, times - 1);
}

async function refreshed(door: string, { session }: Seller): Promise<string> {
  const { refresh_token } = session;
  const answer = await posted(`${door}/auth/v1/token?grant_type=refresh_token`, {}, { refresh_token });
  if (!answer.ok) throw new Error(`A session could not be refreshed: ${await answer.text()}`);
  Object.assign(session, await answer.json());
  return session.access_token;
}

export async function callAt<N extends CallName>(
  door: string,
  seller: Seller,
  name: N,
  body: Calls[N]['body'],
): Promise<Answer<N>> {
  const Authorization = `Bearer ${await tokenOf(door, seller)}`;
  const answer = await posted(`${door}/functions/v1/${name}`, { Authorization }, body);
  return { status: answer.status, body: (await answer.json()) as Answer<N>['body'] };
}

/** The same call four times at once, at both processes in turn. */
export const fourAtOnce = <N extends CallName>(
  doors: readonly [string, string],
  seller: Seller,
  name: N,
  body: Calls[N]['body'],
): Promise<Answer<N>[]> =>
  Promise.all([0, 1, 2, 3].map((turn) => callAt(doors[turn % 2 === 0 ? 0 : 1], seller, name, body)));

/** The codes of answers that refuse. */
export const codesOf = (answers: readonly Answered<unknown>[]): string[] =>
  answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.error?.code ?? `status ${status}`]));
