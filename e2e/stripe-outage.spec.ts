import { createBuyer, fillCard, payButton, receiptLine } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { createPublishedPage } from './support/seller.ts';

const CREATE = /^POST \/v1\/checkout\/sessions$/;
const READ = /^GET \/v1\/checkout\/sessions\//;

test(
  'shows a toast when Stripe is unavailable, and the next attempt to pay succeeds',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const { url } = await createPublishedPage(app);
    const stopRejecting = app.stripeProxy.rejectRequests(CREATE);
    await buyer.startCheckout(`${url}?coupon=QUARTER`);
    await expect(buyer.pageMessage('Stripe didn’t respond in time.')).toContainText('You haven’t been charged.');
    await expect(buyer.email).toHaveValue(buyer.emailAddress);
    await expect(buyer.terms).toBeChecked();
    await expect(buyer.pay).toHaveText('Get the course · $30.00 USD');
    stopRejecting();
    await buyer.pay.click();
    await expect(payButton(page)).toHaveText('Pay $30.00');
  },
);

test('the script waits for the confirmation of a payment without reloading the document', async ({ page, app }) => {
  const { url } = await createPublishedPage(app, { requireTerms: false });
  await createBuyer(page).startCheckout(url);
  const releaseRequests = app.stripeProxy.holdRequests(READ);
  await fillCard(page);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await expect(page).toHaveTitle('Confirming your payment');
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  releaseRequests();
  const heading = page.getByRole('heading', { name: 'Payment Successful!' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Payment Successful!');
  await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
  expect(loads).toEqual([]);
});
