import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';

import { actedBy } from '#server/audit/acted-by.ts';
import { findPageForUpdate } from '#server/db/pages.ts';
import { resumeUnder } from '#server/pay-brake/pause-page.ts';
import { backendFunction } from './backend-function.ts';
import { pageHoldOf } from './page-hold.ts';

/** Lets a paused page take payments again. A page that is not paused stays as it is. */
export const resumePage = backendFunction({
  name: 'resume-page',
  title: 'The page could not be resumed',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid() }),
  limits: ({ caller }) => [{ key: `page-act:${caller.sellerId}`, limit: 120, windowMs: 60_000 }],
  run: (context, from, { pageId }) =>
    context.db.transaction(async (tx) => {
      const page = await findPageForUpdate(tx, from.caller.sellerId, pageId);
      if (!page) throw new ShopError('not_found');
      const resumed = await resumeUnder(context, tx, page, actedBy(from));
      const now = resumed ? { ...page, pausedUntil: null } : page;
      return { hold: pageHoldOf(now, context.realNow()) };
    }),
});
