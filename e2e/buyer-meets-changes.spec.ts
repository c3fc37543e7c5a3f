import { bothWays, payByCard, receiptLine } from './buyer.ts';
import { expect } from './journey.ts';
import { pageOnSale, publish } from './seller.ts';

const NO_TERMS = { requireTerms: false };
const QUARTER = { code: 'QUARTER', discount: 25, type: 'percentage' } as const;

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
        'The coupon QUARTER is not valid any more; it was $30.00 USD with it, it is now $50.00 USD.',
      ),
    ).toBeVisible();
    await expect(page.getByText('The price has changed')).toBeHidden();
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
