import { createBuyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { createPublishedPage, publishPage } from './support/seller.ts';

test(
  'the script shows the old and the new price, and keeps the coupon and the form',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const { email, terms, pay, price } = buyer;
    const { url, seller, config, pageId } = await createPublishedPage(app);
    await page.goto(url);
    await buyer.applyCoupon('QUARTER');
    await expect(price).toContainText('$30.00 USD');
    await buyer.fillForm();
    await publishPage(seller, { ...config, price: '60' }, { pageId });
    await pay.click();
    const changed = buyer.pageMessage(
      'The price changed from $30.00 USD to $45.00 USD since you opened the page. You haven’t been charged.',
    );
    await expect(changed).toBeVisible();
    await expect(changed).toBeFocused();
    await expect(email).toHaveValue(buyer.emailAddress);
    await expect(terms).toBeChecked();
    await expect(pay).toHaveText('Get the course · $45.00 USD');

    const termsUrl = 'https://www.example.com/other-terms';
    await publishPage(seller, { ...config, price: '60', termsUrl }, { pageId });
    await pay.click();
    await expect(page.locator('#terms-problem')).toContainText('The terms have changed since you opened the page.');
    await expect(terms).toBeFocused();
    await expect(terms).not.toBeChecked();
    await terms.check();
    await pay.click();
    await expect(page.getByRole('button', { name: 'Pay $45.00' })).toBeVisible();
  },
);
