import type { Page } from '@playwright/test';

import { expect } from './journey.ts';
import type { RunningApp } from './shop-process.ts';

/** The time of the app's business clock in milliseconds. */
async function getBusinessTime(app: RunningApp): Promise<number> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/clock.json`);
  const { now } = (await response.json()) as { now: string };
  return Date.parse(now);
}

export const getTimeIn = async (app: RunningApp, seconds: number): Promise<string> =>
  new Date((await getBusinessTime(app)) + seconds * 1000).toISOString();

async function setBusinessClock(app: RunningApp, time: string): Promise<void> {
  const body = new URLSearchParams({ to: time });
  const response = await fetch(`${app.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
}

/** Moves the business clock to the end of a countdown and makes the page check the time again. */
export async function passCountdownEnd(page: Page, app: RunningApp, endsAt: string): Promise<void> {
  await setBusinessClock(app, endsAt);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
