import type { z } from 'zod';

import type { CallName, Calls } from '#domain/calls.ts';
import { ShopError } from '#domain/errors.ts';

import type { Acting } from '#server/audit/acted-by.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { callerOf, type Scrutiny } from '#server/auth/who-is-calling.ts';
import type { Context } from '#server/context.ts';
import { everydayLimits, takeFrom, type Bucket } from '#server/http/rate-limits.ts';
import { tellAsked } from '#server/http/request-told.ts';

/**
 * Who may call a function: anyone; a seller with an active session, to read or to change something; or a seller who
 * confirmed their identity within the last minutes (step-up authentication).
 */
export type Access = 'anyone' | 'reads' | 'writes' | 'confirmed';

const SCRUTINY: Record<Exclude<Access, 'anyone'>, Scrutiny> = {
  reads: 'session',
  writes: 'session',
  confirmed: 'confirmed',
};

type Guest = Visitor & { caller: null };
type Seller = Acting;
export type From<A extends Access> = A extends 'anyone' ? Guest : Seller;

/** Definition of one RPC function. Every call checks access first, then the body's shape, then the business rules. */
export type BackendFunction<N extends CallName = CallName, A extends Access = Access> = {
  name: N;
  /** Title of the error toast for errors without a title of their own. */
  title: string;
  access: A;
  /** The account's email address must be confirmed where the server really sends email. */
  confirmedEmail?: true;
  body: z.ZodType<Calls[N]['body']>;
  maxBytes?: number;
  /** Rate limits of the function. The default limits apply if this is missing or empty. */
  limits?: (from: From<A>, body: Calls[N]['body']) => Bucket[];
  run: (context: Context, from: From<A>, body: Calls[N]['body']) => Promise<Calls[N]['answer']>;
};

/** An RPC function in the list of all functions. Its body and answer types were checked where it was defined. */
export type AnyFunction<N extends CallName = CallName> = {
  name: N;
  title: string;
  access: Access;
  /** Schema of the request body. */
  body: z.ZodType;
  maxBytes: number;
  answer: (
    context: Context,
    authorization: string | null,
    visitor: Visitor,
    body: () => Promise<unknown>,
  ) => Promise<unknown>;
  /**
   * Runs the function for an API client that is already authenticated: checks the body, the function's own limits and
   * the rules. The default limits do not apply, because the API has its own rate limit.
   */
  answerProgram: (context: Context, program: Acting, body: unknown) => Promise<Calls[N]['answer']>;
};

const DEFAULT_MAX_BYTES = 16 * 1024;

export function backendFunction<N extends CallName, A extends Access>(
  definition: BackendFunction<N, A>,
): AnyFunction<N> {
  const { name, title, access, confirmedEmail = false, maxBytes = DEFAULT_MAX_BYTES } = definition;
  const answerTo = async (context: Context, from: From<A>, body: unknown, everyday: readonly Bucket[]) => {
    if (access === 'writes' || access === 'confirmed') context.room.need();
    const parsed = definition.body.safeParse(body);
    if (!parsed.success) throw shapeError(parsed.error);
    tellAsked(parsed.data);
    const limits = definition.limits?.(from, parsed.data) ?? [];
    await checkLimits(context, limits.length > 0 ? limits : everyday);
    const answer = await definition.run(context, from, parsed.data);
    // Sellers see their own changes at once, so the answer waits until the caches have them.
    if (access === 'writes' || access === 'confirmed') await context.caughtUp();
    return answer;
  };
  return {
    name,
    title,
    access,
    body: definition.body,
    maxBytes,
    answer: async (context, authorization, visitor, body) => {
      const caller =
        access === 'anyone'
          ? null
          : await callerOf(context, authorization, SCRUTINY[access], { confirmedEmail });
      const everyday = everydayLimits(caller?.userId ?? null, visitor.address);
      // `caller` is null exactly when the access is 'anyone'.
      return answerTo(context, { ...visitor, caller } as From<A>, await body(), everyday);
    },
    answerProgram: (context, program, body) => answerTo(context, program as From<A>, body, []),
  };
}

/** Lists the paths of invalid fields, and never the values that were sent. */
export const shapeError = (error: z.ZodError): ShopError =>
  new ShopError('invalid_request', { facts: { problems: error.issues.map(issueText) } });

const issueText = (issue: z.core.$ZodIssue): string => `${issue.path.join('.') || 'body'}: ${issue.message}`;

async function checkLimits(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const { allowed, retryAfterS } = await takeFrom(context, buckets);
  if (!allowed) throw new ShopError('rate_limited', { facts: { retryAfter: retryAfterS } });
}
