import { createBuyer, payByCard } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { createSeller, completeOnboarding, publishPage, createPageConfig, type Seller } from './support/seller.ts';

/** User agent of a person's browser; automated browsers are not counted. */
const PERSON_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const countPageViews = async (seller: Seller) => {
  const { views, visitors } = (await seller.call('get-analytics', { period: '7d' })).figures;
  return { views, visitors };
};

test(
  'page views are counted without browser storage, and an order records its attribution',
  { tag: '@core' },
  async ({ openContextPage, app }) => {
    const seller = await createSeller(app);
    await completeOnboarding(seller);
    await seller.call('create-subscription', { planId: 'growth' });
    const { url } = await publishPage(seller, createPageConfig());
    const page = await openContextPage({ userAgent: PERSON_USER_AGENT });
    const buyer = createBuyer(page);

    await page.goto(`${url}?utm_source=Spring&utm_campaign=letters&email=me@example.com`);
    await expect.poll(() => countPageViews(seller)).toEqual({ views: 1, visitors: 1 });
    await page.reload();
    await expect.poll(() => countPageViews(seller)).toEqual({ views: 2, visitors: 1 });
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });

    const automatedPage = await openContextPage();
    await automatedPage.goto(url);
    await expect(automatedPage.locator('button.co-pay')).toBeVisible();

    // A rejected form is not another page view.
    await buyer.fillForm();
    await buyer.email.fill('nobody@nowhere');
    await buyer.pay.click();
    await expect(buyer.pageMessage(/email address/)).toBeVisible();
    await page.goto(`${url}?utm_source=Spring&utm_campaign=letters`);
    await expect.poll(() => countPageViews(seller)).toEqual({ views: 3, visitors: 1 });
    await buyer.fillForm();
    await buyer.pay.click();
    await payByCard(page);

    for (const [by, value] of [
      ['source', 'spring'],
      ['utm_campaign', 'letters'],
      ['device', 'desktop'],
    ] as const)
      await expect
        .poll(async () => (await seller.call('get-breakdown', { period: '7d', by })).rows)
        .toMatchObject([{ value, views: 3, visitors: 1, started: 1, paid: 1 }]);
  },
);
