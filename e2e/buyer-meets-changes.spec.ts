import { buyerOn } from './buyer.ts';
import { expect, test } from './journey.ts';
import { pageOnSale, publish } from './seller.ts';

test(
  'the script shows the old and the new price, and keeps the coupon and the form',
  { tag: '@core' },
  async ({ page, shop }) => {
    const buyer = buyerOn(page);
    const { email, terms, pay, price } = buyer;
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
    await expect(email).toHaveValue(buyer.address);
    await expect(terms).toBeChecked();
    await expect(pay).toHaveText('Get the course · $45.00 USD');

    const termsUrl = 'https://www.example.com/other-terms';
    await publish(seller, { ...config, price: '60', termsUrl }, { pageId });
    await pay.click();
    await expect(page.locator('#terms-problem')).toContainText(
      'The terms have changed since you opened the page.',
    );
    await expect(terms).toBeFocused();
    await expect(terms).not.toBeChecked();
    await terms.check();
    await pay.click();
    await expect(page.getByRole('button', { name: 'Pay $45.00' })).toBeVisible();
  },
);
