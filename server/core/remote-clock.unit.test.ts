import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';

import { openRemoteClock } from './remote-clock.ts';

async function serveClock(handler: () => Response): Promise<string> {
  return new Promise((resolve) => {
    const server = serve({ fetch: handler, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
    onTestFinished(() => void server.close());
  });
}

test('follows a clock that is moved and continues when it does not respond', async () => {
  let aheadMs = 30 * HOUR_MS;
  let isUnavailable = false;
  const url = await serveClock(() =>
    isUnavailable ? new Response('', { status: 503 }) : Response.json({ now: new Date(Date.now() + aheadMs) }),
  );
  const clock = openRemoteClock(url, () => new Date(), pino({ level: 'silent' }));
  onTestFinished(clock.close);
  const hoursAhead = () => Math.round((clock.now().getTime() - Date.now()) / HOUR_MS);
  // A request has a timeout of two seconds.
  await expect.poll(() => clock.read().then(hoursAhead)).toBe(30);
  aheadMs = 400 * HOUR_MS;
  await clock.read();
  await clock.read();
  expect(hoursAhead()).toBe(400);
  isUnavailable = true;
  await clock.read();
  expect(hoursAhead()).toBe(400);
});

test('does not follow a redirect to another clock', async () => {
  const elsewhere = await serveClock(() => Response.json({ now: new Date(Date.now() + 30 * HOUR_MS) }));
  const url = await serveClock(() => Response.redirect(`${elsewhere}/sandbox/clock.json`));
  const clock = openRemoteClock(url, () => new Date(), pino({ level: 'silent' }));
  onTestFinished(clock.close);
  await clock.read();
  expect(Math.round((clock.now().getTime() - Date.now()) / HOUR_MS)).toBe(0);
});
