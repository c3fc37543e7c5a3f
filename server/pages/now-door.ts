import { Hono } from 'hono';

import type { Context } from '#server/context.ts';

/** The shop's clock in ms, for what a page counts down: nobody's own clock decides what is over. */
export function nowDoor(context: Context): Hono {
  const doors = new Hono();
  doors.get('/c/:slug/now', (c) =>
    c.text(String(context.now().getTime()), 200, { 'Cache-Control': 'no-store' }),
  );
  return doors;
}
