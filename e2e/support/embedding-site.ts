import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, type Page } from '@playwright/test';

import { EMBED_SCRIPT_PATH } from '#domain/embedding.ts';

import type { RunningApp } from './app-process.ts';
import { test as base } from './fixtures.ts';
import { createPublishedPage } from './seller.ts';

/** A third-party site on another host than the app. `put` serves a body at a path and returns its URL. */
type EmbeddingSite = { origin: string; servePage: (path: string, body: string) => string };

/** Records the embed events that reach a page of the site, in order. */
const EVENT_RECORDER = `<script>
  window.heard = [];
  for (const type of ['ready', 'opened', 'started', 'paid', 'pending', 'closed', 'error'])
    addEventListener('tillwright:' + type, ({ detail }) => heard.push({ type, ...detail }));
</script>`;

/** The script tag that sellers paste into their site. */
export const getLoaderTag = (app: RunningApp): string => `<script src="${app.url}${EMBED_SCRIPT_PATH}" async></script>`;

export const testWithEmbeddingSite = base.extend<{ site: EmbeddingSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
  site: async ({}, use) => {
    const bodies = new Map<string, string>();
    const server = createServer((request, response) => {
      const body = bodies.get(new URL(request.url ?? '/', 'http://site').pathname);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>A blog</title><link rel="icon" href="data:,">${EVENT_RECORDER}${body ?? ''}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const servePage = (path: string, body: string) => {
      bodies.set(path, body);
      return origin + path;
    };
    await use({ origin, servePage });
    server.closeAllConnections();
    server.close();
  },
});

/** Publishes a page that may be embedded in the site. */
export const createEmbeddablePage = (app: RunningApp, { origin }: EmbeddingSite) =>
  createPublishedPage(app, { embedding: { origins: [origin] }, validCoupons: [], enableCoupon: false });

export const getCheckoutFrame = (page: Page) => page.frameLocator('iframe[title=Checkout]');
export const getFrameHeight = (page: Page) => page.locator('iframe').evaluate((frame) => frame.clientHeight);

type EmbedEvent = { type: string; page?: string; order?: string; code?: string };

export const listEmbedEvents = (page: Page): Promise<EmbedEvent[]> =>
  page.evaluate(() => (window as unknown as { heard: EmbedEvent[] }).heard);

/** Waits for an embed event of a type, and returns the last one. */
export async function waitForEmbedEvent(page: Page, type: string): Promise<EmbedEvent> {
  await expect.poll(async () => (await listEmbedEvents(page)).some((event) => event.type === type)).toBe(true);
  const lastEvent = (await listEmbedEvents(page)).findLast((event) => event.type === type);
  if (!lastEvent) throw new Error(`Nothing was heard of ${type}`);
  return lastEvent;
}

/** Makes every kind of browser storage throw an error in all documents. */
export async function blockBrowserStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const throwBlocked = (name: string) => () => {
      throw new Error(`${name} is forbidden here`);
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, { get: throwBlocked(name) });
    Object.defineProperty(Document.prototype, 'cookie', {
      get: throwBlocked('cookie'),
      set: throwBlocked('cookie'),
    });
  });
}
