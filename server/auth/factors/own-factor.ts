import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { findFactor, type FactorRow } from '#server/db/factors.ts';
import type { SessionRow } from '#server/db/sessions.ts';

import { AuthError } from '../auth-error.ts';

/** Finds the factor of the path, which must belong to the session's user. Throws AuthError 'mfa_factor_not_found'. */
export async function findOwnFactor(
  context: Context,
  call: Call,
  { userId }: Pick<SessionRow, 'userId'>,
): Promise<FactorRow> {
  const id = z.uuid().safeParse(call.req.param('id'));
  const factor = id.success ? await findFactor(context.db, userId, id.data) : null;
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}
