import { z } from 'zod';

import type { ApiScope } from '#domain/api-key.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { RpcContract, RpcName } from '#domain/rpc-contract.ts';
import type { Caller } from '#server/auth/authenticate.ts';
import type { ClientInfo } from '#server/auth/client-info.ts';
import type { Context } from '#server/core/context.ts';
import type { RpcFunction } from '#server/http/rpc-function.ts';

import { readCursor, writeCursor, type RowKey } from './cursors.ts';
import type { Deprecation } from './deprecation.ts';

/** Largest value of a PostgreSQL integer. */
export const MAX_NUMBER = 2 ** 31 - 1;

/** Ids are compared in lower case, as the database writes them; programs may send them in upper case. */
const Id = z.uuid().toLowerCase();

/** Path parameters of all endpoints, with their schemas. */
const PATH_PARAMS = {
  pageId: Id.describe('Page ID.'),
  checkoutId: Id.describe('Checkout ID.'),
  orderId: Id.describe('Order ID.'),
  entitlementId: Id.describe('Entitlement ID.'),
  refundId: Id.describe('Refund ID.'),
  disputeId: Id.describe('Dispute ID.'),
  customerId: Id.describe('Customer ID.'),
  subscriptionId: Id.describe('ID of a buyer’s subscription.'),
  domainId: Id.describe('Domain ID.'),
  endpointId: Id.describe('Webhook endpoint ID.'),
  deliveryId: Id.describe('Delivery ID.'),
  eventId: Id.describe('Event ID.'),
  keyId: Id.describe('API key ID (not the key itself).'),
  number: z.number().int().min(1).max(MAX_NUMBER).describe('Version number.'),
  code: z.string().min(1).max(200).describe('Coupon code.'),
  deliverableId: Id.describe('Deliverable ID.'),
  uploadId: Id.describe('Upload ID.'),
  licenseId: Id.describe('License ID.'),
  activationId: Id.describe('ID of a device of a license.'),
} as const satisfies Record<string, z.ZodType>;

type PathParam = keyof typeof PATH_PARAMS;
const isPathParam = (name: string): name is PathParam => Object.hasOwn(PATH_PARAMS, name);

/** Values of the parameters in a path such as '/pages/{pageId}/versions/{number}'. */
type PathValues<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: Key extends PathParam ? z.infer<(typeof PATH_PARAMS)[Key]> : never } & PathValues<Rest>
  : unknown;

/** Sections of the API reference, in its order. */
export const ENDPOINT_GROUPS = [
  'Pages',
  'Images',
  'Coupons',
  'Deliverables',
  'Checkouts',
  'Orders',
  'Entitlements',
  'Licenses',
  'Refunds',
  'Disputes',
  'Customers',
  'Subscriptions',
  'Events',
  'Analytics',
  'Domains',
  'Webhook endpoints',
  'Webhook deliveries',
  'Imports',
  'Account',
  'Stripe connection',
  'Plan',
  'Keys',
] as const;

/** Errors of calls to Stripe: it is unavailable, or it refuses the request. */
export const STRIPE_ERRORS = ['provider_unavailable', 'provider_refused'] as const satisfies readonly ErrorCode[];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Caller of an API request. `sessionId` is the id of the key, not of a browser session. */
export type ApiClient = ClientInfo & { caller: Caller; keyId: string; scopes: readonly ApiScope[] };

/** Runs an RPC function of the screens for the API client, with its rules and its own rate limits. */
export type CallRpc = <N extends RpcName>(
  rpcFunction: RpcFunction<N>,
  body: RpcContract[N]['body'],
) => Promise<RpcContract[N]['response']>;

/** What every endpoint gets besides its input. */
export type EndpointContext = {
  context: Context;
  apiClient: ApiClient;
  sellerId: string;
  call: CallRpc;
  /** The request's idempotency key; null if it has none. */
  idempotencyKey: string | null;
};

type Query = z.ZodObject | undefined;
type Body = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What an endpoint gets that needs no API key. */
export type PublicContext = { context: Context; visitor: ClientInfo };

type RequestValues<P extends string, Q extends Query, B extends Body> = {
  params: PathValues<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
};

type EndpointInput<P extends string, Q extends Query, B extends Body> = EndpointContext & RequestValues<P, Q, B>;

/** A CSV file that is sent while it is read. */
export type CsvFile = { fileName: string; parts: AsyncIterable<string> };

type EndpointBase<Q extends Query> = {
  /** The functions of the screens that the endpoint runs or corresponds to. Their largest body limit applies. */
  rpcFunctions?: readonly Pick<RpcFunction, 'name' | 'maxBytes' | 'limits'>[];
  summary: string;
  description?: string;
  query?: Q;
  /** Error codes in addition to those of every endpoint (`listErrorCodes`). */
  errors?: readonly ErrorCode[];
  /** Overrides the scope of the group; null: any key may call the endpoint. */
  scope?: ApiScope | null;
  /** Set on an operation that will be removed. */
  deprecation?: Deprecation;
};

type EndpointDefinition<Input, Q extends Query, B extends Body, R extends z.ZodType> = EndpointBase<Q> & {
  body?: B;
  status?: 200 | 201;
  response: R;
  run: (input: Input) => Promise<z.input<R>>;
};

type RequestInput = { params: Record<string, unknown>; query: unknown; body: unknown; idempotencyKey: string | null };

type EndpointFields = {
  /** Operation id, such as `orders.refunds.create`: SDKs name their methods after it. */
  id: string;
  method: Method;
  path: string;
  scope: ApiScope | null;
  rpcFunctions: readonly Pick<RpcFunction, 'name' | 'maxBytes' | 'limits'>[];
  group: (typeof ENDPOINT_GROUPS)[number];
  summary: string;
  description: string;
  params: z.ZodObject;
  query: z.ZodObject;
  body: z.ZodType | null;
  /** Schema of the JSON response; null: a CSV file. */
  response: z.ZodType | null;
  status: 200 | 201;
  errors: readonly ErrorCode[];
  deprecation: Deprecation | null;
  /** Whether the response is `{ data, next }`. */
  isList: boolean;
};

/** An endpoint for programs of sellers, or a public one, which needs no API key and which browsers of any site may call. */
type EndpointRunner =
  | { isPublic: false; run: (context: Context, apiClient: ApiClient, request: RequestInput) => Promise<unknown> }
  | { isPublic: true; run: (context: Context, visitor: ClientInfo, request: RequestInput) => Promise<unknown> };

/** An endpoint in the list of all endpoints. Its types were checked where it was defined. */
export type ApiEndpoint = EndpointFields & EndpointRunner;

const buildParamsSchema = (path: string): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => {
        if (!isPathParam(name)) throw new Error(`${path} has a parameter without a schema`);
        return [name, PATH_PARAMS[name]];
      }),
    ),
  );

type UngroupedEndpoint = Omit<EndpointFields, 'group' | 'scope'> & { scope?: ApiScope | null } & EndpointRunner;

/** Fields that all kinds of endpoints have. A path with an id leads to nothing when there is no such object. */
const buildSharedFields = (id: string, path: string, { query, ...definition }: EndpointBase<Query>) => ({
  id,
  path,
  method: 'GET' as Method,
  summary: definition.summary,
  description: definition.description ?? '',
  ...(definition.scope === undefined ? {} : { scope: definition.scope }),
  rpcFunctions: definition.rpcFunctions ?? [],
  deprecation: definition.deprecation ?? null,
  params: buildParamsSchema(path),
  query: query ?? z.strictObject({}),
  body: null,
  status: 200 as const,
  errors: [...(path.includes('{') ? (['not_found'] as const) : []), ...(definition.errors ?? [])],
  isList: false,
});

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

function toInput(context: Context, apiClient: ApiClient, request: RequestInput) {
  const call: CallRpc = (rpcFunction, body) => rpcFunction.handleApiRequest(context, apiClient, body);
  return { ...request, context, apiClient, sellerId: apiClient.caller.sellerId, call };
}

/** Fields of an endpoint that answers with one resource. */
function buildResourceFields<Input, Q extends Query, B extends Body, R extends z.ZodType>(
  id: string,
  route: string,
  definition: EndpointDefinition<Input, Q, B, R>,
) {
  const [method, path = ''] = route.split(' ');
  const { body, status = 200, response } = definition;
  return {
    ...buildSharedFields(id, path, definition),
    method: method as Method,
    body: body ?? null,
    status,
    response,
  };
}

/** Defines an endpoint that answers with one resource. */
export const defineEndpoint = <
  const P extends string,
  R extends z.ZodType,
  Q extends Query = undefined,
  B extends Body = undefined,
>(
  id: string,
  route: `${Method} ${P}`,
  definition: EndpointDefinition<EndpointInput<P, Q, B>, Q, B, R>,
): UngroupedEndpoint => ({
  ...buildResourceFields(id, route, definition),
  isPublic: false,
  run: (context, apiClient, request) => definition.run(toInput(context, apiClient, request) as EndpointInput<P, Q, B>),
});

/** Defines an endpoint that needs no API key. Requests count against a limit of the client's address. */
export const definePublicEndpoint = <
  const P extends string,
  R extends z.ZodType,
  Q extends Query = undefined,
  B extends Body = undefined,
>(
  id: string,
  route: `${Method} ${P}`,
  definition: Omit<EndpointDefinition<PublicContext & RequestValues<P, Q, B>, Q, B, R>, 'scope'>,
): UngroupedEndpoint => ({
  ...buildResourceFields(id, route, definition),
  scope: null,
  isPublic: true,
  run: (context, visitor, request) =>
    definition.run({ ...request, context, visitor } as unknown as PublicContext & RequestValues<P, Q, B>),
});

/** Defines an endpoint that answers with a CSV file. */
export const defineCsvEndpoint = <const P extends string, Q extends z.ZodObject>(
  id: string,
  path: P,
  definition: EndpointBase<Q> & { query: Q; run: (input: EndpointInput<P, Q, undefined>) => Promise<CsvFile> },
): UngroupedEndpoint => ({
  ...buildSharedFields(id, path, definition),
  response: null,
  isPublic: false,
  run: (context, apiClient, request) =>
    definition.run(toInput(context, apiClient, request) as unknown as EndpointInput<P, Q, undefined>),
});

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const Paging = {
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Maximum number of items.'),
  cursor: z.string().min(1).max(1000).optional().describe('`next` of the previous response.'),
};

/** What a list gets besides its input. */
export type ListContext = Omit<EndpointContext, 'idempotencyKey'>;

type ListInput<P extends string, Q extends Query> = Omit<EndpointInput<P, Q, undefined>, 'body' | 'idempotencyKey'> & {
  /** How many rows to read: one more than the page has. */
  limit: number;
  /** Sort key of the last row of the previous page; null on the first page. */
  after: RowKey | null;
};

type ListDefinition<P extends string, Q extends Query, I extends z.ZodType, Row> = EndpointBase<Q> & {
  item: I;
  /** Reads by sort key instead of offset, so that new rows do not shift pages. */
  findRows: (input: ListInput<P, Q>) => Promise<readonly Row[]>;
  keyOf: (row: Row) => RowKey;
  toItems: (rows: readonly Row[], input: ListInput<P, Q>) => z.input<I>[] | Promise<z.input<I>[]>;
};

/** Schema of every list. */
export const listOf = <I extends z.ZodType>(item: I) =>
  z.strictObject({
    data: z.array(item),
    next: z.string().nullable().describe('Value of `cursor` for the next request; null if there are no more items.'),
  });

/** Defines a list endpoint: `{ data, next }`, `?limit=` and `?cursor=`. */
export function defineListEndpoint<const P extends string, I extends z.ZodType, Row, Q extends Query = undefined>(
  id: string,
  path: P,
  definition: ListDefinition<P, Q, I, Row>,
): UngroupedEndpoint {
  const { findRows, keyOf, toItems, item, query } = definition;
  return {
    ...buildSharedFields(id, path, definition),
    query: z.strictObject({ ...query?.shape, ...Paging }),
    response: listOf(item),
    isList: true,
    isPublic: false,
    run: async (context, apiClient, request) => {
      const { limit, cursor, ...rest } = request.query as { limit: number; cursor?: string };
      const cursorScope = `${path} ${apiClient.caller.sellerId}`;
      const after = cursor === undefined ? null : readCursor(context, cursorScope, cursor);
      const base = toInput(context, apiClient, request);
      const input = { ...base, query: rest, limit: limit + 1, after } as unknown as ListInput<P, Q>;
      const rows = await findRows(input);
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      const next = rows.length > limit && last !== undefined ? writeCursor(context, cursorScope, keyOf(last)) : null;
      return { data: await toItems(pageRows, input), next };
    },
  };
}

/** Defines the list endpoint of a short list that is read as a whole, such as the domains of a seller. */
export const defineShortListEndpoint = <const P extends string, I extends z.ZodType, Q extends Query = undefined>(
  id: string,
  path: P,
  definition: EndpointBase<Q> & {
    item: I;
    /** Identifies an item within the list. */
    keyOf: (item: z.input<I>) => string;
    load: (input: ListInput<P, Q>) => Promise<readonly z.input<I>[]>;
  },
): UngroupedEndpoint =>
  defineListEndpoint(id, path, {
    ...definition,
    findRows: async (input: ListInput<P, Q>) => {
      const items = await definition.load(input);
      const { after, limit } = input;
      const previous = after ? items.findIndex((item) => definition.keyOf(item) === after[0]) : -1;
      if (after && previous < 0) throw new AppError('invalid_request', { facts: { problems: [GONE_CURSOR_PROBLEM] } });
      return items.slice(previous + 1, previous + 1 + limit);
    },
    keyOf: (item) => [definition.keyOf(item)],
    toItems: (items) => [...items],
  } as ListDefinition<P, Q, I, z.input<I>>);

const GONE_CURSOR_PROBLEM = {
  path: 'cursor',
  code: 'expired_cursor',
  message: 'The item that this cursor points to is gone. Start without a cursor.',
};

const [MIN_TIME, MAX_TIME] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(Date.parse) as [number, number];

/** With an offset, a time can be in a year that the database does not have. */
const Instant = z.iso.datetime({ offset: true }).refine((text) => {
  const time = Date.parse(text);
  return time >= MIN_TIME && time <= MAX_TIME;
}, 'Must be in the years 1 to 9999');

/** Query parameters for a range of times, such as `createdAfter` and `createdBefore`. */
export const timeRange = <const Name extends string>(name: Name, description: string) =>
  ({
    [`${name}After`]: Instant.optional().describe(`${description} from this date and time on.`),
    [`${name}Before`]: Instant.optional().describe(`${description} before this date and time.`),
  }) as Record<`${Name}${'After' | 'Before'}`, z.ZodOptional<typeof Instant>>;

/** Query parameter with names of a list, separated by commas. `parseTexts` splits it. */
export const commaSeparated = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.array(z.enum(names)).min(1).max(names.length);
