import { dialog } from './account.ts';
import { buyerOn, payByCard } from './buyer.ts';
import { expect, test, toastOf } from './journey.ts';
import { addWebhook, programOn, sent } from './program.ts';
import { expectAccess, shoot } from './seen.ts';
import { enter, pageOnSale } from './seller.ts';

test(
  'a failed webhook delivery is in the log, and is redelivered after the endpoint recovers',
  { tag: '@core' },
  async ({ page, guest, shop }) => {
    const { seller, url } = await pageOnSale(shop, { requireTerms: false });
    await enter(page, seller);
    const program = programOn(await guest(), shop);
    const secret = await addWebhook(page, program.address);
    await program.answers('500: fails');
    await program.checksWith(secret);
    const buyer = buyerOn(await guest());
    await buyer.order(url);
    await payByCard(buyer.page);

    await page.getByRole('link', { name: program.address.replace(/^http:\/\//, '') }).click();
    const paid = sent(page, 'order.paid');
    await expect(paid).toContainText('It answered 500');
    await expect(page.getByText('Nothing has arrived since')).toBeVisible();
    await expectAccess(page, 'a webhook that fails');
    await shoot(page, 'webhook-failing');
    await paid.getByRole('link', { name: 'order.paid' }).click();
    const delivery = dialog(page, 'order.paid');
    await expect(delivery.getByText('It answered 500').first()).toBeVisible();
    await expect(delivery.getByRole('region', { name: /^Body of the answer/ }).first()).toContainText(
      'told to fail',
    );
    await expect(delivery.getByRole('region', { name: 'Body as it was sent' })).toContainText(buyer.address);
    await expect(delivery.getByRole('region', { name: /^Headers of the request/ }).first()).toContainText(
      'webhook-id',
    );
    await expectAccess(page, 'a delivery');
    await shoot(page, 'webhook-delivery');
    // Each delivery has its own URL.
    await page.reload();
    await expect(delivery.getByRole('region', { name: 'Body as it was sent' })).toContainText(buyer.address);

    await program.answers('200: takes everything');
    await delivery.getByRole('button', { name: 'Redeliver' }).click();
    await expect(toastOf(page, 'On its way again').last()).toBeVisible();
    await expect(delivery.getByText('It arrived').first()).toBeVisible();
    await delivery.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL(/\/integrations\/webhooks\/[\w-]+$/);
    await expect(paid).toContainText('Delivered');
    await expect(page.getByText('Nothing has arrived since')).toHaveCount(0);
    await program.look();
    await expect(program.arrivals.first()).toContainText('order.paid');
    await expect(program.arrivals.first()).toContainText('Signature verified');
    await expect(program.arrivals.first()).toContainText('200 – taken');
    await expectAccess(program.page, 'the receiver');
  },
);
