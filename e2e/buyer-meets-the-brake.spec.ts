import { buyerOn, payKey } from './buyer.ts';
import { expect, test as journey } from './journey.ts';
import { connectedSeller, publish, samplePage } from './seller.ts';
import { startShop, type Shop } from './shop-process.ts';

const test = journey.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const shop = await startShop({ RATE_LIMITS: 'live' });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const FREE_PRESSES = 20;

/** Sends so many checkout requests from the buyer's IP address that the next one needs a proof-of-work challenge. */
async function pressFreeOnes({ url }: Shop, slug: string): Promise<void> {
  for (let press = 0; press < FREE_PRESSES; press++)
    await fetch(`${url}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug, appliedCoupon: 'NOPE' }),
    });
}

test('the browser of a buyer solves a proof-of-work challenge and pays', async ({ shop, page }) => {
  const { url, slug } = await publish(await connectedSeller(shop), samplePage());
  await pressFreeOnes(shop, slug);
  const buyer = buyerOn(page);
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/create-checkout-session')) answers.push(answer.status());
  });
  await buyer.order(url);
  await expect(payKey(page)).toHaveText('Pay $40.00');
  expect(answers).toEqual([429, 200]);
});
