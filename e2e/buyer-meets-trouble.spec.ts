import { bothWays, buyerOn, payByCard, receiptLine } from './buyer.ts';
import { expect, noteOf, test, toastOf } from './journey.ts';
import { onboard, pageOnSale, publish } from './seller.ts';

const NO_TERMS = { requireTerms: false };
const QUARTER = { code: 'QUARTER', discount: 25, type: 'percentage' } as const;

test('an address without a page ends at the front door with a word about it', async ({ page, shop }) => {
  const answer = await page.request.get('/c/nobody-sells-here');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
  await page.goto('/c/nobody-sells-here');
  await expect(toastOf(page, 'Page not found')).toContainText("This checkout page doesn't exist");
  await expect(page).toHaveURL(`${shop.url}/`);
});

test('without script the word about it stands at the top', async ({ guest }) => {
  const page = await guest({ javaScriptEnabled: false });
  await page.goto('/c/nobody-sells-here');
  await page.waitForURL('/?notice=page-not-found');
  await expect(page.locator('.notice')).toHaveText("Page not found This checkout page doesn't exist");
  await page.goto('/?notice=nothing-of-ours');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.notice')).toBeHidden();
});

bothWays('a changed price is shown with the old one; coupon and typing stay', async ({ buyer, shop }) => {
  const { page, email, terms, pay, price } = buyer;
  const { url, seller, config, pageId } = await pageOnSale(shop);
  await page.goto(url);
  await buyer.apply('QUARTER');
  await expect(price).toContainText('$30.00 USD');
  await buyer.fillIn();
  await publish(seller, { ...config, price: '60' }, { pageId });
  await pay.click();
  const changed = buyer.said('it was $30.00 USD, it is now $45.00 USD. Nothing was charged.');
  await expect(changed).toBeVisible();
  await expect(changed).toBeFocused();
  await expect(page.getByText('Coupon applied! You saved $15.00')).toBeVisible();
  await expect(email).toHaveValue(buyer.address);
  await expect(terms).toBeChecked();
  await expect(pay).toHaveText('Get the course · $45.00 USD');
  await pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$45.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 4500, discount: 1500 }]);
});

bothWays('a page that is sold monthly since then is not paid unseen', async ({ buyer, shop }) => {
  const { page, pay } = buyer;
  const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await publish(seller, { ...config, paymentType: 'subscription' }, { pageId });
  await buyer.fillIn();
  await pay.click();
  await expect(buyer.said('it was $40.00 USD, it is now $40.00 USD/month')).toBeVisible();
  await pay.click();
  await expect(page.getByRole('heading', { name: 'Subscribe' })).toBeVisible();
});

bothWays(
  'a new publication at the same price is not noticed, and is what is sold',
  async ({ buyer, shop }) => {
    const { page } = buyer;
    const { url, seller, config, pageId } = await pageOnSale(shop);
    await page.goto(url);
    await publish(seller, { ...config, productName: 'Linocut, second edition' }, { pageId });
    await buyer.fillIn();
    await buyer.pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Linocut, second edition')).toHaveText('$40.00');
  },
);

bothWays('terms that are required since then, or are others, are asked for', async ({ buyer, shop }) => {
  const { page, email, terms, pay } = buyer;
  const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await buyer.fillIn();
  await publish(seller, { ...config, requireTerms: true }, { pageId });
  await pay.click();
  await expect(page.locator('#terms-problem')).toContainText('Please accept the terms and conditions');
  await expect(terms).toBeFocused();
  await expect(email).toHaveValue(buyer.address);

  await terms.check();
  const termsUrl = 'https://www.example.com/other-terms';
  await publish(seller, { ...config, requireTerms: true, termsUrl }, { pageId });
  await pay.click();
  await expect(page.locator('#terms-problem')).toContainText(
    'The terms have changed since you opened the page.',
  );
  await expect(terms).not.toBeChecked();
  await expect(page.getByRole('link', { name: 'terms', exact: true })).toHaveAttribute('href', termsUrl);
  await terms.check();
  await pay.click();
  await payByCard(page);
});

bothWays('a page that was taken off sale says so, and sells again later', async ({ buyer, shop, script }) => {
  const { page, email, pay } = buyer;
  const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await buyer.fillIn();
  await seller.call('unpublish-page', { pageId });
  await buyer.apply('QUARTER');
  const words = 'This page is not on sale at the moment.';
  if (script) {
    await expect(noteOf(page, 'Coupon not applied').or(noteOf(page, 'Checkout failed'))).toContainText(words);
    await pay.click();
    await expect(noteOf(page, 'Checkout failed')).toHaveText(`Checkout failed${words} Nothing was charged.×`);
    await expect(email).toHaveValue(buyer.address);
    await publish(seller, config, { pageId });
  } else {
    await expect(buyer.told(`${words} Nothing was charged.`)).toBeVisible();
    await publish(seller, config, { pageId });
    await page.getByRole('link', { name: 'Look again' }).click();
    await buyer.fillIn();
  }
  await pay.click();
  await payByCard(page);
});

bothWays('a page that was deleted says so at the front door', async ({ buyer, shop, script }) => {
  const { page } = buyer;
  const { url, seller, pageId } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await buyer.fillIn();
  await seller.call('delete-page', { pageId });
  await buyer.pay.click();
  const notice = script ? toastOf(page, 'Page not found') : page.locator('.notice');
  await expect(notice).toContainText('This page is not on sale any more. Nothing was charged.');
});

bothWays('a page that moved to another address meanwhile is paid all the same', async ({ buyer, shop }) => {
  const { page, email, pay } = buyer;
  const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
  const customSlug = `${config.customSlug}-moved`;
  await page.goto(url);
  await buyer.fillIn();
  await publish(seller, { ...config, customSlug, price: '45' }, { pageId });
  await pay.click();
  await expect(buyer.said('it was $40.00 USD, it is now $45.00 USD')).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/c/${customSlug}`);
  await expect(email).toHaveValue(buyer.address);
  await publish(seller, { ...config, customSlug: `${customSlug}-again`, price: '45' }, { pageId });
  await pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$45.00 USD');
});

bothWays(
  'a coupon that is gone is said once, with the price, and never blocks paying',
  async ({ buyer, shop }) => {
    const { page, email, code, pay, price } = buyer;
    const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
    await page.goto(url);
    await buyer.apply('QUARTER');
    await expect(price).toContainText('$30.00 USD');
    await buyer.fillIn();
    await publish(seller, { ...config, price: '50', validCoupons: [] }, { pageId });
    await pay.click();
    await expect(
      buyer.said(
        'The coupon QUARTER is not valid any more: it was $30.00 USD with it, it is now $50.00 USD.',
      ),
    ).toBeVisible();
    await expect(page.getByText('price has changed')).toBeHidden();
    await expect(price).toHaveText('$50 USD');
    await expect(code).toBeEnabled();
    await expect(code).toHaveValue('QUARTER');
    await expect(page.getByText('Coupon applied!')).toBeHidden();
    await expect(email).toHaveValue(buyer.address);
    await pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$50.00 USD');
  },
);

bothWays('a coupon that takes off less since then is a changed price', async ({ buyer, shop }) => {
  const { page, pay } = buyer;
  const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
  await page.goto(`${url}?coupon=QUARTER`);
  await buyer.fillIn();
  await publish(seller, { ...config, validCoupons: [{ ...QUARTER, discount: 10 }] }, { pageId });
  await pay.click();
  await expect(buyer.said('it was $30.00 USD, it is now $36.00 USD')).toBeVisible();
  await expect(page.getByText('Coupon applied! You saved $4.00')).toBeVisible();
  await buyer.remove();
  await expect(buyer.price).toHaveText('$40 USD');
  await buyer.fillIn();
  await pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
});

bothWays('an address with a coupon of yesterday shows the price without it', async ({ buyer, shop }) => {
  const { page, code } = buyer;
  const { url } = await pageOnSale(shop, NO_TERMS);
  await page.goto(`${url}?coupon=YESTERDAY`);
  await expect(page.locator('#coupon-problem')).toHaveText('Invalid coupon. This coupon code is not valid');
  await expect(code).toHaveValue('YESTERDAY');
  await expect(buyer.price).toHaveText('$40 USD');
  await buyer.fillIn();
  await buyer.pay.click();
  await payByCard(page);
});

bothWays('a token of another page, or none at all, is nothing special', async ({ buyer, shop }) => {
  const { page } = buyer;
  const [one, two] = [await pageOnSale(shop, NO_TERMS), await pageOnSale(shop, { ...NO_TERMS, price: '50' })];
  const token = crypto.randomUUID();
  for (const [{ url }, attempt, total] of [
    [one, token, '$40.00 USD'],
    [two, token, '$50.00 USD'],
    [two, 'made up', '$50.00 USD'],
  ] as const) {
    await page.route(
      url,
      async (route) => {
        const answer = await route.fetch();
        const html = await answer.text();
        await route.fulfill({
          response: answer,
          body: html.replace('name="attempt" value=""', `name="attempt" value="${attempt}"`),
        });
      },
      { times: 1 },
    );
    await buyer.order(url);
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText(total);
  }
});

bothWays(
  'a page whose account is gone says that it takes no payments',
  async ({ buyer, another, shop, script }) => {
    const { page, pay } = buyer;
    const { url, seller } = await pageOnSale(shop, NO_TERMS);
    await page.goto(url);
    await buyer.fillIn();
    const { stripe_account_id: account } = await seller.call('get-connection', {});
    await fetch(`${shop.sandboxUrl}/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
    await pay.click();
    const words = 'This page is not accepting payments at the moment. Nothing was charged.';
    await expect(script ? buyer.said(words) : buyer.told(words)).toBeVisible();

    const late = (await another()).page;
    await late.goto(url);
    await expect(late.getByText(words)).toBeVisible();
    await expect(late.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await onboard(seller);
    await late.getByRole('link', { name: 'Look again' }).click();
    await expect(buyerOn(late).pay).toBeVisible();
  },
);

test('without a network the press and the coupon say so, and both work again', async ({
  page,
  context,
  shop,
}) => {
  const buyer = buyerOn(page);
  const { url } = await pageOnSale(shop, NO_TERMS);
  await page.goto(url);
  await buyer.fillIn();
  await context.setOffline(true);
  await buyer.apply('QUARTER');
  await expect(noteOf(page, 'Coupon not applied')).toContainText('Please check your connection');
  await buyer.pay.click();
  await expect(noteOf(page, 'Checkout failed')).toContainText('Nothing was charged.');
  await expect(buyer.pay).toHaveText('Get the course · $40 USD');
  await context.setOffline(false);
  await buyer.apply('QUARTER');
  await expect(buyer.price).toContainText('$30.00 USD');
  await expect(page.locator('.co-toast')).toBeHidden();
  await buyer.pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
});

test('the success page without an order is the plain one', async ({ page, shop }) => {
  for (const address of ['/success', '/success?t=made-up', `/success?t=${crypto.randomUUID()}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.locator('.co-lines')).toBeHidden();
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${shop.url}/`);
});

test('a form that is far too large is refused in words', async ({ request, shop }) => {
  const { url } = await pageOnSale(shop, NO_TERMS);
  const answer = await request.post(url, {
    form: { email: 'x'.repeat(70_000) },
    headers: { Origin: shop.url },
  });
  expect([answer.status(), await answer.text()]).toEqual([413, 'That is more than we can take at once.']);
});
