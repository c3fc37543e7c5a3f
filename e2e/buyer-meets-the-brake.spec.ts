import { buyerOn, CARDS, fillCard, payByCard, payKey } from './buyer.ts';
import { expect, test as journey, toastOf } from './journey.ts';
import { connectedSeller, enter, publish, samplePage } from './seller.ts';
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
const BREAK = 'This page is taking a short break from payments.';

/** A program on the buyer's own machine has pressed so often that the next press needs a puzzle. */
async function pressFreeOnes({ url }: Shop, slug: string): Promise<void> {
  for (let press = 0; press < FREE_PRESSES; press++)
    await fetch(`${url}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug, appliedCoupon: 'NOPE' }),
    });
}

test('a buyer’s browser solves a puzzle; without script the form comes back; a page pauses and its seller resumes it', async ({
  shop,
  guest,
  page,
}) => {
  const seller = await connectedSeller(shop);
  const puzzled = await publish(seller, samplePage());
  const { url, slug } = await publish(seller, samplePage({ productName: 'Woodcut', requireTerms: false }));

  await pressFreeOnes(shop, puzzled.slug);
  const plain = buyerOn(await guest({ javaScriptEnabled: false }));
  await plain.order(puzzled.url);
  await expect(
    plain.said(/^Checkout failedThat was very often in a short time\. Please try again in/),
  ).toBeVisible();
  await expect(plain.email).toHaveValue(plain.address);
  const buyer = buyerOn(await guest());
  const answers: number[] = [];
  buyer.page.on('response', (answer) => {
    if (answer.url().endsWith('/create-checkout-session')) answers.push(answer.status());
  });
  await buyer.order(puzzled.url);
  await payByCard(buyer.page);
  expect(answers).toEqual([429, 200]);

  const trier = buyerOn(await guest());
  await trier.order(url);
  await fillCard(trier.page, CARDS.declined);
  for (let card = 0; card < 10; card++) {
    const answered = trier.page.waitForResponse((answer) => answer.request().method() === 'POST');
    await payKey(trier.page).click();
    await answered;
    if (card < 9) await fillCard(trier.page, CARDS.declined);
  }
  await enter(page, seller);
  await expect(async () => {
    await page.goto('/pages');
    await expect(page.getByText('“Woodcut” takes no payments for now.')).toBeVisible();
  }).toPass();
  const late = buyerOn(await guest());
  await late.page.goto(`/c/${slug}`);
  await expect(late.told(BREAK)).toBeVisible();
  await page.getByRole('button', { name: 'Take payments again' }).click();
  await expect(toastOf(page, 'The page takes payments again').last()).toBeVisible();
  await late.page.getByRole('link', { name: 'Look again' }).click();
  await late.fillIn();
  await late.pay.click();
  await payByCard(late.page);
});
