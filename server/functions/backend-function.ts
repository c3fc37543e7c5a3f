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
 * Who may call: anyone; a seller whose session lives, to look or to change something; or only within minutes of having
 * shown who they are.
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

/** One named function of ours. Access, then shape, then rules: the order is the same for every one. */
export type BackendFunction<N extends CallName = CallName, A extends Access = Access> = {
  name: N;
  /** Title of the toast for refusals that have none of their own. */
  title: string;
  access: A;
  /** The account's address must be confirmed, where mail is really sent. */
  confirmedEmail?: true;
  body: z.ZodType<Calls[N]['body']>;
  maxBytes?: number;
  /** Left out, or empty: the everyday ones. */
  limits?: (from: From<A>, body: Calls[N]['body']) => Bucket[];
  run: (context: Context, from: From<A>, body: Calls[N]['body']) => Promise<Calls[N]['answer']>;
};

/** A function whose types have been checked where it was written, for the table of all. */
export type AnyFunction<N extends CallName = CallName> = {
  name: N;
  title: string;
  access: Access;
  /** What its body must be. */
  body: z.ZodType;
  maxBytes: number;
  answer: (
    context: Context,
    authorization: string | null,
    visitor: Visitor,
    body: () => Promise<unknown>,
  ) => Promise<unknown>;
  /**
   * The same for a program of whom is known already who it acts for and what it may do: shape, the function's own
   * limits and rules. The everyday limits are those of people; programs have the pace of the API.
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
    // What sellers have changed they see at once.
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
      // The caller is null exactly when the access is 'anyone'.
      return answerTo(context, { ...visitor, caller } as From<A>, await body(), everyday);
    },
    answerProgram: (context, program, body) => answerTo(context, program as From<A>, body, []),
  };
}

/** Names the places of what was sent, and never what stood there. */
export const shapeError = (error: z.ZodError): ShopError =>
  new ShopError('invalid_request', { facts: { problems: error.issues.map(issueText) } });

const issueText = (issue: z.core.$ZodIssue): string => `${issue.path.join('.') || 'body'}: ${issue.message}`;

async function checkLimits(context: Context, buckets: readonly Bucket[]): Promise<void> {
  const { allowed, retryAfterS } = await takeFrom(context, buckets);
  if (!allowed) throw new ShopError('rate_limited', { facts: { retryAfter: retryAfterS } });
}
