import { bothWays, buyerOn, payByCard, payKey, receiptLine } from './buyer.ts';
import { expect, noteOf, test, toastOf } from './journey.ts';
import { onboard, pageOnSale, publish } from './seller.ts';

const NO_TERMS = { requireTerms: false };

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

test('without script, a token of another page, or none of ours, is nothing special', async ({
  guest,
  shop,
}) => {
  const buyer = buyerOn(await guest({ javaScriptEnabled: false }));
  const [one, two] = [await pageOnSale(shop, NO_TERMS), await pageOnSale(shop, { ...NO_TERMS, price: '50' })];
  const token = crypto.randomUUID();
  for (const [{ url }, attempt, total] of [
    [one, token, '$40.00'],
    [two, token, '$50.00'],
    [two, 'made up', '$50.00'],
  ] as const) {
    await buyer.page.goto(url);
    await buyer.fillIn();
    await buyer.page
      .locator('#pay input[name=attempt]')
      .evaluate((input, value) => input.setAttribute('value', value), attempt);
    await buyer.pay.click();
    await expect(payKey(buyer.page)).toHaveText(`Pay ${total}`);
  }
});

test('with script, a token that is none of ours is replaced on the way', async ({ page, shop }) => {
  const buyer = buyerOn(page);
  const { url } = await pageOnSale(shop, NO_TERMS);
  await page.route('**/create-checkout-session', (route) => {
    const order = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...order, attempt: 'made up' }) });
  });
  await buyer.order(url);
  await expect(payKey(page)).toHaveText('Pay $40.00');
});

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
    form: { email: 'x'.repeat(600_000) },
    headers: { Origin: shop.url },
  });
  expect([answer.status(), await answer.text()]).toEqual([413, 'That is more than we can take at once.']);
});
