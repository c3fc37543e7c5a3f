import type { z } from 'zod';

import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import { AppError } from '#domain/errors.ts';
import { describeIssues } from '#domain/input-problems.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';
import type { Actor } from '#server/audit/record-audit.ts';
import type { AuthLevel } from '#server/auth/authenticate.ts';
import type { ClientInfo } from '#server/auth/client-info.ts';
import type { Context } from '#server/core/context.ts';

import { defaultLimits, enforceRateLimits, toBuckets, type Bucket, type RpcLimit } from './rate-limits.ts';
import { logObjectIds } from './request-context.ts';

/**
 * Who may call a function: anyone; a seller with an active session, to read or to change something; or a seller who
 * confirmed their identity within the last minutes (step-up authentication).
 */
type AccessLevel = 'anyone' | 'reads' | 'writes' | 'step-up';

const AUTH_LEVELS: Record<Exclude<AccessLevel, 'anyone'>, AuthLevel> = {
  reads: 'session',
  writes: 'session',
  'step-up': 'step-up',
};

/** Cookies of a request, which belong to buyers: sellers' sessions have none. `setCookie` adds a header to the response. */
export type RequestCookies = { cookies: string | null; setCookie: (cookie: string) => void };

type GuestRequest = ClientInfo & RequestCookies & { caller: null };
type SellerRequest = Actor;
export type RequestContext<A extends AccessLevel> = A extends 'anyone' ? GuestRequest : SellerRequest;

/** Definition of one RPC function. Every call checks access first, then the body's shape, then the business rules. */
type RpcFunctionDefinition<N extends RpcName = RpcName, A extends AccessLevel = AccessLevel> = {
  name: N;
  access: A;
  /** Why the REST API has no endpoint for the function. */
  notInApi?: string;
  /** The account's email address must be confirmed where the server really sends email. */
  confirmedEmail?: true;
  body: z.ZodType<RpcContract[N]['body']>;
  maxBytes?: number;
  /** Rate limits of the function. The default limits apply if no limit counts the call. */
  limits?: readonly RpcLimit[] | ((request: RequestContext<A>, body: RpcContract[N]['body']) => Bucket[]);
  run: (
    context: Context,
    request: RequestContext<A>,
    body: RpcContract[N]['body'],
  ) => Promise<RpcContract[N]['response']>;
};

/** An RPC function in the list of all functions. Its body and answer types were checked where it was defined. */
export type RpcFunction<N extends RpcName = RpcName> = {
  name: N;
  /** Title of the error toast for errors without a title of their own. */
  title: string;
  access: AccessLevel;
  notInApi: string | null;
  body: z.ZodType;
  maxBytes: number;
  /** Limits of functions for sellers. */
  limits: readonly RpcLimit[];
  handleRequest: (
    context: Context,
    authorization: string | null,
    visitor: ClientInfo & RequestCookies,
    body: () => Promise<unknown>,
  ) => Promise<unknown>;
  /**
   * Runs the function for an API client that is already authenticated: checks the body, the function's own limits and
   * the rules. The default limits do not apply, because the API has its own rate limit.
   */
  handleApiRequest: (context: Context, actor: Actor, body: unknown) => Promise<RpcContract[N]['response']>;
};

const ERROR_TITLES: Readonly<Record<RpcName, string>> = rpcErrorTitles;

const DEFAULT_MAX_BYTES = 16 * 1024;

export function defineRpcFunction<N extends RpcName, A extends AccessLevel>(
  definition: RpcFunctionDefinition<N, A>,
): RpcFunction<N> {
  const { name, access, confirmedEmail = false, maxBytes = DEFAULT_MAX_BYTES } = definition;
  const limits = definition.limits ?? [];
  const listBuckets = (request: RequestContext<A>, body: RpcContract[N]['body']): Bucket[] =>
    // A function for anyone has no seller, so its limits are computed.
    typeof limits === 'function' ? limits(request, body) : toBuckets(limits, request as SellerRequest, body);
  const runFunction = async (
    context: Context,
    request: RequestContext<A>,
    body: unknown,
    defaultBuckets: readonly Bucket[],
  ) => {
    const parsed = definition.body.safeParse(body);
    if (!parsed.success) throw toValidationError(parsed.error);
    logObjectIds(parsed.data);
    const buckets = listBuckets(request, parsed.data);
    await enforceRateLimits(context, buckets.length > 0 ? buckets : defaultBuckets);
    const result = await definition.run(context, request, parsed.data);
    // Sellers see their own changes at once, so the answer waits until the caches have them.
    if (access === 'writes' || access === 'step-up') await context.waitForReplication();
    return result;
  };
  return {
    name,
    title: ERROR_TITLES[name],
    access,
    notInApi: definition.notInApi ?? null,
    body: definition.body,
    maxBytes,
    limits: typeof limits === 'function' ? [] : limits,
    handleRequest: async (context, authorization, visitor, body) => {
      const caller =
        access === 'anyone'
          ? null
          : await context.authenticate(context, authorization, AUTH_LEVELS[access], { confirmedEmail });
      const defaultBuckets = defaultLimits(caller?.userId ?? null, visitor.address);
      // `caller` is null exactly when the access is 'anyone'.
      return runFunction(context, { ...visitor, caller } as RequestContext<A>, await body(), defaultBuckets);
    },
    handleApiRequest: (context, actor, body) => runFunction(context, actor as RequestContext<A>, body, []),
  };
}

/** Lists the paths of invalid fields, and never the values that were sent. */
const toValidationError = (error: z.ZodError): AppError =>
  new AppError('invalid_request', { facts: { problems: describeIssues(error) } });
