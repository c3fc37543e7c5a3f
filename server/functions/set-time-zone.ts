import { z } from 'zod';

import { isTimeZone } from '#domain/time-zone.ts';

import { findTimeZone, updateTimeZone } from '#server/db/analytics-pages.ts';
import { recountViews } from '#server/views/recount-views.ts';
import { defineRpcFunction } from './backend-function.ts';

const MAX_NAME = 64;

/** Sets the time zone in which a seller's days are counted, and recounts the stored page view events. */
export const setTimeZone = defineRpcFunction({
  name: 'set-time-zone',
  title: 'Not changed',
  access: 'writes',
  body: z.strictObject({
    timeZone: z.string().max(MAX_NAME).refine(isTimeZone, 'no time zone that we know'),
  }),
  limits: ({ caller }) => [{ key: `set-time-zone:${caller.sellerId}`, limit: 20, windowMs: 600_000 }],
  run: async (context, { caller: { sellerId } }, { timeZone }) => {
    const previousTimeZone = await findTimeZone(context.db, sellerId);
    await updateTimeZone(context.db, sellerId, timeZone);
    if ((previousTimeZone ?? 'UTC') !== timeZone) await recountViews(context, sellerId);
    return { timeZone };
  },
});
