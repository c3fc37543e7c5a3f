import { timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import type { ApiScope } from '#domain/api-key.ts';
import { type ErrorCode, AppError } from '#domain/errors.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';
import type { Caller } from '#server/auth/authenticate.ts';
import type { ClientInfo } from '#server/auth/client-info.ts';
import type { Context } from '#server/core/context.ts';
import type { RpcFunction } from '#server/http/rpc-function.ts';

/** Largest value of a PostgreSQL integer. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Path parameters of all endpoints, with their schemas. */
const PATH_PARAMS = {
  pageId: z.uuid().describe('Page ID.'),
  checkoutId: z.uuid().describe('Checkout ID.'),
  orderId: z.uuid().describe('Order ID.'),
  customerId: z.uuid().describe('Customer ID.'),
  subscriptionId: z.uuid().describe('ID of a buyer’s subscription.'),
  domainId: z.uuid().describe('Domain ID.'),
  endpointId: z.uuid().describe('Webhook endpoint ID.'),
  deliveryId: z.uuid().describe('Delivery ID.'),
  keyId: z.uuid().describe('API key ID (not the key itself).'),
  number: z.number().int().min(1).max(MAX_NUMBER).describe('Version number.'),
  code: z.string().min(1).max(200).describe('Coupon code.'),
} as const satisfies Record<string, z.ZodType>;

type PathParam = keyof typeof PATH_PARAMS;
const isPathParam = (name: string): name is PathParam => Object.hasOwn(PATH_PARAMS, name);

/** Values of the parameters in a path such as '/pages/{pageId}/versions/{number}'. */
type PathValues<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: Key extends PathParam ? z.infer<(typeof PATH_PARAMS)[Key]> : never } & PathValues<Rest>
  : unknown;

/** Sort key of a list's last row: a timestamp and an id, or a number. */
type RowKey = readonly (string | number)[];

const SIGNATURE_LENGTH = 22;

const buildSignedText = (scope: string, text: string): string => `cursor ${scope} ${text}`;
const truncateHash = (hash: string): string => hash.slice(0, SIGNATURE_LENGTH);

/** Creates an opaque cursor that is valid only for this list and this seller. */
export function writeCursor(context: Context, scope: string, key: RowKey): string {
  const text = Buffer.from(JSON.stringify(key)).toString('base64url');
  return `${text}.${truncateHash(context.secrets.hash(buildSignedText(scope, text)))}`;
}

/** Throws AppError 'invalid_request' for a cursor that the server did not create. */
export function readCursor(context: Context, scope: string, cursor: string): RowKey {
  const [text = '', signature = '', ...rest] = cursor.split('.');
  const receivedSignature = Buffer.from(signature);
  const validSignatures = context.secrets
    .candidateHashes(buildSignedText(scope, text))
    .map((hash) => Buffer.from(truncateHash(hash)));
  const isValid = validSignatures.some(
    (one) => one.length === receivedSignature.length && timingSafeEqual(one, receivedSignature),
  );
  if (rest.length > 0 || !isValid)
    throw new AppError('invalid_request', {
      message: apiErrorMessages.cursor,
      facts: { problems: ['cursor: invalid'] },
    });
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as RowKey;
}

/** Sections of the API reference, in its order. */
export const ENDPOINT_GROUPS = [
  'Pages',
  'Images',
  'Coupons',
  'Checkouts',
  'Orders',
  'Customers',
  'Subscriptions',
  'Analytics',
  'Domains',
  'Webhooks',
  'Imports',
  'Account',
  'Plan',
  'Keys',
] as const;

/** Errors of calls to Stripe: it is unavailable, or it refuses the request. */
export const STRIPE_ERRORS = ['provider_unavailable', 'provider_refused'] as const satisfies readonly ErrorCode[];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Caller of an API request. `sessionId` is the id of the key, not of a browser session. */
export type ApiClient = ClientInfo & { caller: Caller; keyId: string };

/** Validated input of an endpoint, and who sent it. */
type EndpointInput<Path extends string, Q, B> = {
  params: PathValues<Path>;
  query: Q;
  body: B;
  context: Context;
  apiClient: ApiClient;
};

type Query = z.ZodObject | undefined;
type Body = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What the RPC function gets unless `toBody` says otherwise: parameters of path and query, and the body. */
type MergedInput<P extends string, Q extends Query, B extends Body> = Record<never, never> &
  PathValues<P> &
  (Q extends z.ZodType ? z.output<Q> : unknown) &
  (B extends z.ZodType ? z.output<B> : unknown);

type EndpointBase<N extends RpcName, Q extends Query> = {
  /** The RPC function behind the endpoint, whose rules and own limits apply. */
  rpcFunction: RpcFunction<N>;
  summary: string;
  description?: string;
  /** Query parameters: strings, numbers and booleans. All are optional. */
  query?: Q;
  /** Error codes in addition to those of every endpoint (`listErrorCodes`). */
  errors?: readonly ErrorCode[];
};

type EndpointDefinition<
  N extends RpcName,
  P extends string,
  Q extends Query,
  B extends Body,
  A extends z.ZodType,
> = EndpointBase<N, Q> & {
  /** For endpoints that any key may call, whatever the scopes of their group. */
  scope?: null;
  body?: B;
  status?: 200 | 201;
  answer: A;
} & (MergedInput<P, Q, B> extends RpcContract[N]['body']
    ? { toBody?: RequestMapper<N, P, Q, B> }
    : { toBody: RequestMapper<N, P, Q, B> }) &
  (RpcContract[N]['response'] extends z.input<A>
    ? { fromAnswer?: ResponseMapper<N, P, Q, B, A> }
    : { fromAnswer: ResponseMapper<N, P, Q, B, A> });

type RequestMapper<N extends RpcName, P extends string, Q extends Query, B extends Body> = (
  input: EndpointInput<P, Parsed<Q>, Parsed<B>>,
) => RpcContract[N]['body'] | Promise<RpcContract[N]['body']>;

type ResponseMapper<N extends RpcName, P extends string, Q extends Query, B extends Body, A extends z.ZodType> = (
  answer: RpcContract[N]['response'],
  input: EndpointInput<P, Parsed<Q>, Parsed<B>>,
) => z.input<A> | Promise<z.input<A>>;

type RequestInput = { params: Record<string, unknown>; query: unknown; body: unknown };

/** An endpoint in the list of all endpoints. Its types were checked where it was defined. */
export type ApiEndpoint = {
  method: Method;
  path: string;
  /** Scope that the key needs; null if any key may call the endpoint. */
  scope: ApiScope | null;
  rpcFunction: RpcFunction;
  group: (typeof ENDPOINT_GROUPS)[number];
  summary: string;
  description: string;
  params: z.ZodObject;
  query: z.ZodObject;
  body: z.ZodType | null;
  answer: z.ZodType;
  status: 200 | 201;
  errors: readonly ErrorCode[];
  /** Whether the response is `{ data, next }`. */
  isList: boolean;
  run: (context: Context, apiClient: ApiClient, request: RequestInput) => Promise<unknown>;
};

const buildParamsSchema = (path: string): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => {
        if (!isPathParam(name)) throw new Error(`${path} has a parameter without a schema`);
        return [name, PATH_PARAMS[name]];
      }),
    ),
  );

/** A path with an id leads to nothing when there is no such object. */
const buildSharedFields = (path: string, definition: EndpointBase<RpcName, Query>) => ({
  ...definition,
  path,
  description: definition.description ?? '',
  params: buildParamsSchema(path),
  errors: [...(path.includes('{') ? (['not_found'] as const) : []), ...(definition.errors ?? [])],
});

type UngroupedEndpoint = Omit<ApiEndpoint, 'group' | 'scope'> & { scope?: null };

/** Puts endpoints into a section of the API reference; GET needs the scope `read`, other methods need `write`. */
export const defineGroup = (
  group: ApiEndpoint['group'],
  scopes: { read: ApiScope; write: ApiScope },
  endpoints: readonly UngroupedEndpoint[],
): readonly ApiEndpoint[] =>
  endpoints.map((endpoint) => {
    const scope = endpoint.method === 'GET' ? scopes.read : scopes.write;
    return { scope, ...endpoint, group };
  });

/** Defines an API endpoint on top of an RPC function: maps the request to its body and its answer to the response. */
export function defineEndpoint<
  N extends RpcName,
  const P extends string,
  A extends z.ZodType,
  Q extends Query = undefined,
  B extends Body = undefined,
>(route: `${Method} ${P}`, definition: EndpointDefinition<N, P, Q, B, A>): UngroupedEndpoint {
  const { rpcFunction, query, body, status = 200 } = definition;
  const toBody = definition.toBody as RequestMapper<N, P, Q, B> | undefined;
  const fromAnswer: ResponseMapper<N, P, Q, B, A> | undefined = definition.fromAnswer;
  const [method, path = ''] = route.split(' ');
  return {
    ...buildSharedFields(path, definition as never),
    method: method as Method,
    answer: definition.answer,
    status,
    query: query ?? z.strictObject({}),
    body: body ?? null,
    isList: false,
    run: async (context, apiClient, request) => {
      const input = { ...request, context, apiClient } as EndpointInput<P, Parsed<Q>, Parsed<B>>;
      const merged = { ...request.params, ...Object(request.query), ...Object(request.body) };
      const answer = await rpcFunction.handleApiRequest(context, apiClient, toBody ? await toBody(input) : merged);
      return fromAnswer ? fromAnswer(answer, input) : answer;
    },
  };
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const Paging = {
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Maximum number of items.'),
  cursor: z.string().min(1).max(1000).optional().describe('`next` of the previous response.'),
};

type ListInput<P extends string, Q> = {
  params: PathValues<P>;
  query: Q;
  sellerId: string;
  /** How many rows to read: one more than the page has. */
  limit: number;
  /** Sort key of the last row of the previous page; null on the first page. */
  after: RowKey | null;
};

type ListDefinition<N extends RpcName, P extends string, Q extends Query, I extends z.ZodType, Row> = EndpointBase<
  N,
  Q
> & {
  item: I;
  /** Reads by sort key instead of offset, so that new rows do not shift pages. */
  findRows: (context: Context, input: ListInput<P, Parsed<Q>>) => Promise<readonly Row[]>;
  keyOf: (row: Row) => RowKey;
  toItems: (rows: readonly Row[], context: Context, sellerId: string) => z.input<I>[] | Promise<z.input<I>[]>;
};

/** Defines a list endpoint with a query of its own: `{ data, next }`, `?limit=` and `?cursor=`. */
export function defineListEndpoint<
  N extends RpcName,
  const P extends string,
  I extends z.ZodType,
  Row,
  Q extends Query = undefined,
>(path: P, definition: ListDefinition<N, P, Q, I, Row>): UngroupedEndpoint {
  const { findRows, keyOf, toItems, item, query } = definition;
  return {
    ...buildSharedFields(path, definition as never),
    method: 'GET',
    answer: z.strictObject({
      data: z.array(item),
      next: z.string().nullable().describe('Value of `cursor` for the next request; null if there are no more items.'),
    }),
    status: 200,
    query: z.strictObject({ ...query?.shape, ...Paging }),
    body: null,
    isList: true,
    run: async (context, { caller: { sellerId } }, request) => {
      const { limit, cursor, ...rest } = request.query as { limit: number; cursor?: string };
      const cursorScope = `${path} ${sellerId}`;
      const after = cursor === undefined ? null : readCursor(context, cursorScope, cursor);
      const input = { params: request.params, query: rest, sellerId, limit: limit + 1, after };
      const rows = await findRows(context, input as never);
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      const next = rows.length > limit && last ? writeCursor(context, cursorScope, keyOf(last)) : null;
      return { data: await toItems(pageRows, context, sellerId), next };
    },
  };
}

/** Parses the sort key of rows that are sorted by creation time. */
export const parseSortKey = (after: RowKey | null): { createdAt: Date; id: string } | null =>
  after && { createdAt: new Date(after[0] ?? 0), id: String(after[1]) };

/** Sort key of rows that are sorted by creation time. */
export const toSortKey = ({ createdAt, id }: { createdAt: Date; id: string }): RowKey => [createdAt.toISOString(), id];
