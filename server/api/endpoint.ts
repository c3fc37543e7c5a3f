import { z } from 'zod';

import type { ApiScope } from '#domain/api-key.ts';
import type { CallName, Calls } from '#domain/calls.ts';
import type { ErrorCode } from '#domain/errors.ts';

import type { Visitor } from '#server/auth/visitor.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';
import type { Context } from '#server/context.ts';
import type { AnyFunction } from '#server/functions/backend-function.ts';

import { readCursor, writeCursor, type RowKey } from './cursor.ts';
import { isPathPart, namesIn, PATH_PARTS, type PathValues } from './path-parts.ts';

/** Sections of the API reference, in its order. */
export const ENDPOINT_GROUPS = [
  'Pages',
  'Images',
  'Coupons',
  'Orders',
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
export const OF_STRIPE = ['provider_unavailable', 'provider_refused'] as const satisfies readonly ErrorCode[];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Caller of an API request. `sessionId` is the id of the key, not of a browser session. */
export type Program = Visitor & { caller: Caller; keyId: string };

/** Validated input of an endpoint, with a way to call other RPC functions. */
export type Parts<Path extends string, Q, B> = {
  params: PathValues<Path>;
  query: Q;
  body: B;
  program: Program;
  /** Calls another RPC function as the same caller. Throws what it throws. */
  ask: <N extends CallName>(does: AnyFunction<N>, body: Calls[N]['body']) => Promise<Calls[N]['answer']>;
};

type Query = z.ZodObject | undefined;
type Body = z.ZodType | undefined;
type In<S> = S extends z.ZodType ? z.output<S> : undefined;

type Common<N extends CallName, P extends string, Q extends Query> = {
  path: P;
  /** Scope that the key needs; null if any key may call the endpoint. */
  scope: ApiScope | null;
  /** The RPC function behind the endpoint, whose rules and own limits apply. */
  does: AnyFunction<N>;
  group: (typeof ENDPOINT_GROUPS)[number];
  summary: string;
  description?: string;
  /** Query parameters: strings, numbers and booleans. All are optional. */
  query?: Q;
  /** Error codes in addition to those of every endpoint (`listErrorCodes`). */
  errors: readonly ErrorCode[];
};

type Definition<
  N extends CallName,
  P extends string,
  Q extends Query,
  B extends Body,
  A extends z.ZodType,
> = Common<N, P, Q> & {
  method: Method;
  body?: B;
  status?: 200 | 201;
  answer: A;
  toBody: (parts: Parts<P, In<Q>, In<B>>) => Calls[N]['body'] | Promise<Calls[N]['body']>;
} & (Calls[N]['answer'] extends z.input<A>
    ? { fromAnswer?: Turn<N, P, Q, B, A> }
    : { fromAnswer: Turn<N, P, Q, B, A> });

type Turn<N extends CallName, P extends string, Q extends Query, B extends Body, A extends z.ZodType> = (
  answer: Calls[N]['answer'],
  parts: Parts<P, In<Q>, In<B>>,
) => z.input<A> | Promise<z.input<A>>;

type Asked = { params: Record<string, unknown>; query: unknown; body: unknown };

/** An endpoint in the list of all endpoints. Its types were checked where it was defined. */
export type AnyEndpoint = {
  method: Method;
  path: string;
  scope: ApiScope | null;
  does: AnyFunction;
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
  run: (context: Context, program: Program, asked: Asked) => Promise<unknown>;
};

const paramsOf = (path: string): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      namesIn(path).map((name) => {
        if (!isPathPart(name)) throw new Error(`${path} has a part that path-parts.ts does not know`);
        return [name, PATH_PARTS[name]];
      }),
    ),
  );

const askAs =
  (context: Context, program: Program) =>
  <N extends CallName>(does: AnyFunction<N>, body: Calls[N]['body']) =>
    does.answerProgram(context, program, body);

const shared = (definition: Common<CallName, string, Query>) => ({
  ...definition,
  description: definition.description ?? '',
  params: paramsOf(definition.path),
});

/** Defines an API endpoint on top of an RPC function: maps the request to its body and its answer to the response. */
export function endpoint<
  N extends CallName,
  const P extends string,
  A extends z.ZodType,
  Q extends Query = undefined,
  B extends Body = undefined,
>(definition: Definition<N, P, Q, B, A>): AnyEndpoint {
  const { does, toBody, query, body, status = 200 } = definition;
  const fromAnswer: Turn<N, P, Q, B, A> | undefined = definition.fromAnswer;
  return {
    ...shared(definition as never),
    method: definition.method,
    answer: definition.answer,
    status,
    query: query ?? z.strictObject({}),
    body: body ?? null,
    isList: false,
    run: async (context, program, asked) => {
      const parts = { ...asked, program, ask: askAs(context, program) } as Parts<P, In<Q>, In<B>>;
      const answer = await does.answerProgram(context, program, await toBody(parts));
      return fromAnswer ? fromAnswer(answer, parts) : answer;
    },
  };
}

export const MAX_LIMIT = 100;
export const DEFAULT_LIMIT = 20;

const Paging = {
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('How many at most'),
  cursor: z.string().min(1).max(1000).optional().describe('The `next` of the answer before'),
};

/** `after` is the sort key of the last row of the previous page; null on the first page. */
type Wish = { limit: number; after: RowKey | null };
type Listed<Row> = { data: Row[]; next: RowKey | null };

type ListDefinition<N extends CallName, P extends string, Q extends Query, I extends z.ZodType> = Common<
  N,
  P,
  Q
> & {
  item: I;
  /** Reads by sort key instead of offset, so that new rows do not shift pages. */
  list: (context: Context, parts: Parts<P, In<Q>, undefined>, wish: Wish) => Promise<Listed<z.input<I>>>;
};

/** Defines a list endpoint with a query of its own: `{ data, next }`, `?limit=` and `?cursor=`. */
export function listEndpoint<
  N extends CallName,
  const P extends string,
  I extends z.ZodType,
  Q extends Query = undefined,
>(definition: ListDefinition<N, P, Q, I>): AnyEndpoint {
  const { list, item, query, path } = definition;
  return {
    ...shared(definition as never),
    method: 'GET',
    answer: z.strictObject({
      data: z.array(item),
      next: z.string().nullable().describe('What `cursor` is to be for the rest; null: that was all'),
    }),
    status: 200,
    query: z.strictObject({ ...query?.shape, ...Paging }),
    body: null,
    isList: true,
    run: async (context, program, asked) => {
      const { limit, cursor, ...rest } = asked.query as { limit: number; cursor?: string };
      const whose = `${path} ${program.caller.sellerId}`;
      const after = cursor === undefined ? null : readCursor(context, whose, cursor);
      const parts = { ...asked, query: rest, program, ask: askAs(context, program) };
      const { data, next } = await list(context, parts as never, { limit, after });
      return { data, next: next && writeCursor(context, whose, next) };
    },
  };
}

/** Cuts rows to a page. One row more than the limit means that there is a next page. */
export function cut<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => RowKey) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? keyOf(last) : null };
}

/** Parses the sort key of rows that are sorted by creation time. */
export const beforeOf = (after: RowKey | null): { createdAt: Date; id: string } | null =>
  after && { createdAt: new Date(after[0] ?? 0), id: String(after[1]) };
