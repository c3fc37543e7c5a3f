import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { actorOf } from '#server/audit/record-audit.ts';
import { resumePayments } from '#server/checkout/pause-payments.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { getPageSuspension } from '#server/pages/page-summary.ts';
import { findPageForUpdate } from '#server/pages/queries/pages.ts';

/** Lets a paused page take payments again. A page that is not paused stays as it is. */
export const resumePage = defineRpcFunction({
  name: 'resume-page',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid() }),
  limits: [{ name: 'page-action', limit: 120, windowMs: 60_000 }],
  run: async (context, request, { pageId }) => {
    const hold = await context.db.transaction(async (tx) => {
      const page = await findPageForUpdate(tx, request.caller.sellerId, pageId);
      if (!page) throw new AppError('not_found');
      const resumed = await resumePayments(context, tx, page, actorOf(request));
      const updatedPage = resumed ? { ...page, pausedUntil: null } : page;
      return getPageSuspension(updatedPage, context.realNow());
    });
    context.wake('deliveries');
    return { hold };
  },
});
