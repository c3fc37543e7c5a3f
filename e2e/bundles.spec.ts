import { createBuyer, payByCard } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { LAYOUTS } from './support/layout-pages.ts';
import { openPurchases } from './support/purchases-page.ts';
import { createConnectedSeller, createPageConfig, publishPage, uniqueName, type Seller } from './support/seller.ts';
import { expectAccessible, expectNoOverflow } from './support/visual-checks.ts';

const EBOOKS = ['Book one', 'Book two', 'Book three'];

/** Publishes three books for $15 each. */
async function publishEbooks(seller: Seller) {
  const ebooks = [];
  for (const productName of EBOOKS)
    ebooks.push(
      await publishPage(seller, createPageConfig({ productName, price: '15', customSlug: uniqueName('book') })),
    );
  return ebooks;
}

/** Publishes the books and a bundle of them for $30. */
async function publishBundle(seller: Seller, overrides: Parameters<typeof createPageConfig>[0] = {}) {
  const ebooks = await publishEbooks(seller);
  const items = ebooks.map(({ pageId }) => ({ pageId, optionId: 'base' }));
  const config = { productName: 'All three books', price: '30', customSlug: uniqueName('books'), bundle: { items } };
  return { ebooks, bundle: await publishPage(seller, createPageConfig({ ...config, ...overrides })) };
}

for (const script of [true, false])
  test(
    `${script ? 'with' : 'without'} script, a buyer of one book completes the bundle for the rest of its price`,
    { tag: script ? [] : '@core' },
    async ({ openContextPage, app }) => {
      test.setTimeout(180_000);
      const seller = await createConnectedSeller(app);
      const { ebooks, bundle } = await publishBundle(seller);
      const page = await openContextPage({ javaScriptEnabled: script });
      const buyer = createBuyer(page);

      await page.goto(bundle.url);
      await expect(page.getByText('Together $30.00 instead of $45.00: you save $15.00')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Book two' })).toHaveAttribute('href', ebooks[1]?.url ?? '');
      await expect(buyer.pay).toHaveText('Get the course · $30 USD', { useInnerText: true });

      await buyer.startCheckout(ebooks[0]?.url ?? '');
      await payByCard(page);
      await openPurchases(buyer, app);
      await expect(page.getByText('$15.00 USD instead of $30.00 USD')).toBeVisible();
      await page.getByRole('button', { name: 'Complete All three books' }).click();
      await expect(page.getByText('You already have this: −$15.00')).toBeVisible();
      await expect(buyer.email).toHaveValue(buyer.emailAddress);
      await expect(buyer.pay).toHaveText('Get the course · $15.00 USD', { useInnerText: true });
      await buyer.fillForm();
      await buyer.pay.click();
      await payByCard(page);
      await expect(page.getByText('Book one (already yours)')).toBeVisible();
      await expect(page.getByText('Book three')).toBeVisible();

      const { orders } = await seller.call('list-orders', {});
      expect(orders.map(({ productName, total }) => [productName, total])).toEqual([
        ['All three books', 1500],
        ['Book one', 1500],
      ]);
      await page.goto('/purchases');
      await expect(page.getByRole('button', { name: 'Complete All three books' })).toBeHidden();
    },
  );

test('every layout of a bundle fits and is accessible', async ({ page, app }) => {
  test.setTimeout(180_000);
  const seller = await createConnectedSeller(app);
  for (const layout of LAYOUTS) {
    const { bundle } = await publishBundle(seller, { layout });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 1200 });
      await page.goto(bundle.url);
      await expect(page.getByRole('list', { name: 'What’s in the bundle' })).toBeVisible();
      await expectNoOverflow(page, `${layout}, ${width} px`);
      await expectAccessible(page, `${layout}, ${width} px`);
    }
  }
});
