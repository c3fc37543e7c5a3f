import { buyerOn, fillCard, payKey, receiptLine } from './buyer.ts';
import { expect, testBesideSandbox as test } from './journey.ts';
import { pageOnSale } from './seller.ts';

const CREATE = /^POST \/v1\/checkout\/sessions$/;
const READ = /^GET \/v1\/checkout\/sessions\//;

test(
  'shows a toast when Stripe is unavailable, and the next attempt to pay succeeds',
  { tag: '@core' },
  async ({ page, shop }) => {
    const buyer = buyerOn(page);
    const { url } = await pageOnSale(shop);
    const healed = shop.road.refuse(CREATE);
    await buyer.order(`${url}?coupon=QUARTER`);
    await expect(buyer.said('Stripe did not answer in time.')).toContainText('Nothing was charged.');
    await expect(buyer.email).toHaveValue(buyer.address);
    await expect(buyer.terms).toBeChecked();
    await expect(buyer.pay).toHaveText('Get the course · $30.00 USD');
    healed();
    await buyer.pay.click();
    await expect(payKey(page)).toHaveText('Pay $30.00');
  },
);

test(
  'the script waits for the confirmation of a payment without reloading the document',
  { tag: '@core' },
  async ({ page, shop }) => {
    const { url } = await pageOnSale(shop, { requireTerms: false });
    await buyerOn(page).order(url);
    const released = shop.road.hold(READ);
    await fillCard(page);
    await payKey(page).click();
    await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
    await expect(page).toHaveTitle('Confirming your payment');
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    released();
    const heading = page.getByRole('heading', { name: 'Payment Successful!' });
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle('Payment Successful!');
    await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
    expect(loads).toEqual([]);
  },
);
