import { z } from 'zod';

import { isTimeZone } from '#domain/time-zone.ts';

import { updateTimeZone } from '#server/db/analytics-pages.ts';
import { backendFunction } from './backend-function.ts';

const MAX_NAME = 64;

/** The zone in which a seller's days are counted. */
export const setTimeZone = backendFunction({
  name: 'set-time-zone',
  title: 'Not changed',
  access: 'writes',
  body: z.strictObject({
    timeZone: z.string().max(MAX_NAME).refine(isTimeZone, 'no time zone that we know'),
  }),
  run: async ({ db }, { caller }, { timeZone }) => {
    await updateTimeZone(db, caller.sellerId, timeZone);
    return { timeZone };
  },
});
