import { startAppProcess, type RunningApp } from './support/app-process.ts';
import { createBuyer, payButton } from './support/buyer.ts';
import { expect, test as baseTest } from './support/fixtures.ts';
import { createConnectedSeller, publishPage, createPageConfig } from './support/seller.ts';

const test = baseTest.extend<object, { app: RunningApp }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const app = await startAppProcess({ RATE_LIMITS: 'live' });
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const FREE_REQUESTS = 20;

/** Sends so many checkout requests from the buyer's IP address that the next one needs a proof-of-work challenge. */
async function useFreeRequests({ url }: RunningApp, slug: string): Promise<void> {
  for (let count = 0; count < FREE_REQUESTS; count++)
    await fetch(`${url}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug, appliedCoupon: 'NOPE' }),
    });
}

test('the browser of a buyer solves a proof-of-work challenge and pays', async ({ app, page }) => {
  const { url, slug } = await publishPage(await createConnectedSeller(app), createPageConfig());
  await useFreeRequests(app, slug);
  const buyer = createBuyer(page);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/create-checkout-session')) statuses.push(response.status());
  });
  await buyer.startCheckout(url);
  await expect(payButton(page)).toHaveText('Pay $40.00');
  expect(statuses).toEqual([429, 200]);
});
