/** Test client of the public API with an API key. Used by tests only. */
import { API_SCOPE_NAMES, type ApiScope } from '#domain/api-key.ts';

import type { ApiErrorBody } from '../api/api-error.ts';
import type { TestSeller, TestApp } from './test-app.ts';

/** An API response; `body` has the type that the test states, or is the error. */
export type ApiResponse<Body> = { status: number; headers: Headers; body: Body & Partial<ApiErrorBody> };

export type TestApiClient = {
  keyId: string;
  secret: string;
  /** `path` is relative to /api/v1. */
  send: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<ApiResponse<Body>>;
};

/** Creates an API key of the seller, with all scopes by default. */
export async function createApiClient(
  app: Pick<TestApp, 'request'>,
  seller: Pick<TestSeller, 'rpc'>,
  options: { scopes?: readonly ApiScope[]; name?: string; days?: number } = {},
): Promise<TestApiClient> {
  const { scopes = API_SCOPE_NAMES, name = 'A program', ...keyOptions } = options;
  const { status, body } = await seller.rpc('create-api-key', { name, scopes: [...scopes], ...keyOptions });
  if (status !== 200) throw new Error(`No key: ${JSON.stringify(body)}`);
  return { keyId: body.key.id, secret: body.secret, send: sendWith(app, body.secret) };
}

/** A string and bytes are sent unchanged, anything else as JSON. */
function toRequestBody(body: unknown): { type?: string; content?: BodyInit } {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', content: new Uint8Array(body) };
  return { type: 'application/json', content: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** Sends requests with this key; null sends none. */
export const sendWith =
  ({ request }: Pick<TestApp, 'request'>, secret: string | null): TestApiClient['send'] =>
  async (method, path, { body, headers = {} } = {}) => {
    const { type, content } = toRequestBody(body);
    const response = await request(`/api/v1${path}`, {
      method,
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(type && { 'content-type': type }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as never };
  };
