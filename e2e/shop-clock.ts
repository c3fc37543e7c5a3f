import type { Page } from '@playwright/test';

import { expect } from './journey.ts';
import type { Shop } from './shop-process.ts';

/** The time of the app's business clock in milliseconds. */
async function shopNow(shop: Shop): Promise<number> {
  const answer = await fetch(`${shop.sandboxUrl}/sandbox/clock.json`);
  const { now } = (await answer.json()) as { now: string };
  return Date.parse(now);
}

export const inSeconds = async (shop: Shop, seconds: number): Promise<string> =>
  new Date((await shopNow(shop)) + seconds * 1000).toISOString();

async function moveTo(shop: Shop, moment: string): Promise<void> {
  const body = new URLSearchParams({ to: moment });
  const answer = await fetch(`${shop.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

/** Moves the business clock to the end of a countdown and makes the page check the time again. */
export async function letEnd(page: Page, shop: Shop, endsAt: string): Promise<void> {
  await moveTo(shop, endsAt);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
