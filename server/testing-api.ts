/** Test client of the public API with an API key. Used by tests only. */
import { API_SCOPE_NAMES, type ApiScope } from '#domain/api-key.ts';

import type { ApiErrorBody } from './api/api-error.ts';
import type { TestSeller, TestShop } from './testing.ts';

/** An API response; `body` has the type that the test states, or is the error. */
export type ApiAnswer<Body> = { status: number; headers: Headers; body: Body & Partial<ApiErrorBody> };

export type TestProgram = {
  keyId: string;
  secret: string;
  /** `path` is relative to /api/v1. */
  ask: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    wish?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<ApiAnswer<Body>>;
};

/** Creates an API key of the seller, with all scopes by default. */
export async function openProgram(
  shop: Pick<TestShop, 'request'>,
  seller: Pick<TestSeller, 'call'>,
  wish: { scopes?: readonly ApiScope[]; name?: string; days?: number } = {},
): Promise<TestProgram> {
  const { scopes = API_SCOPE_NAMES, name = 'A program', ...rest } = wish;
  const { status, body } = await seller.call('create-api-key', { name, scopes: [...scopes], ...rest });
  if (status !== 200) throw new Error(`No key: ${JSON.stringify(body)}`);
  return { keyId: body.key.id, secret: body.secret, ask: askWith(shop, body.secret) };
}

/** Sends requests with this key; null sends none. A string body is sent unchanged. */
export const askWith =
  ({ request }: Pick<TestShop, 'request'>, secret: string | null): TestProgram['ask'] =>
  async (method, path, { body, headers = {} } = {}) => {
    const answer = await request(`/api/v1${path}`, {
      method,
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
  };
