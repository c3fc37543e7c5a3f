import { Hono } from 'hono';

import type { Context } from '#server/context.ts';

/** Returns the business clock in milliseconds: countdowns use it, because the clock of the browser may be wrong. */
export function nowDoor(context: Context): Hono {
  const doors = new Hono();
  doors.get('/c/:slug/now', (c) =>
    c.text(String(context.now().getTime()), 200, { 'Cache-Control': 'no-store' }),
  );
  return doors;
}
