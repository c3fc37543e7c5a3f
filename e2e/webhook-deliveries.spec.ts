import { dialog } from './support/account-page.ts';
import { createBuyer, payByCard } from './support/buyer.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, createPublishedPage } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';
import { addWebhook, createWebhookReceiver, getDeliveryRow } from './support/webhook-receiver.ts';

test(
  'a failed webhook delivery is in the log, and is redelivered after the endpoint recovers',
  { tag: '@core' },
  async ({ page, openContextPage, app }) => {
    const { seller, url } = await createPublishedPage(app, { requireTerms: false });
    await signIn(page, seller);
    const receiver = createWebhookReceiver(await openContextPage(), app);
    const secret = await addWebhook(page, receiver.endpointUrl);
    await receiver.setResponse('500: fail');
    await receiver.setSigningSecret(secret);
    const buyer = createBuyer(await openContextPage());
    await buyer.startCheckout(url);
    await payByCard(buyer.page);

    await page.getByRole('link', { name: receiver.endpointUrl.replace(/^http:\/\//, '') }).click();
    const paidRow = getDeliveryRow(page, 'order.paid');
    await expect(paidRow).toContainText('The server responded with 500');
    await expect(page.getByText('Deliveries have been failing')).toBeVisible();
    await expectAccessible(page, 'a webhook that fails');
    await takeScreenshot(page, 'webhook-failing');
    await paidRow.getByRole('link', { name: 'order.paid' }).click();
    const delivery = dialog(page, 'order.paid');
    await expect(delivery.getByText('The server responded with 500').first()).toBeVisible();
    await expect(delivery.getByRole('region', { name: /^Response body/ }).first()).toContainText('set to fail');
    await expect(delivery.getByRole('region', { name: 'Request body as sent' })).toContainText(buyer.emailAddress);
    await expect(delivery.getByRole('region', { name: /^Request headers/ }).first()).toContainText('webhook-id');
    await expectAccessible(page, 'a delivery');
    await takeScreenshot(page, 'webhook-delivery');
    // Each delivery has its own URL.
    await page.reload();
    await expect(delivery.getByRole('region', { name: 'Request body as sent' })).toContainText(buyer.emailAddress);

    await receiver.setResponse('200: accept all requests');
    await delivery.getByRole('button', { name: 'Redeliver' }).click();
    await expect(getToast(page, 'Redelivery started').last()).toBeVisible();
    await expect(delivery.locator('.delivery-attempt__summary').getByText('Delivered').first()).toBeVisible();
    await delivery.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL(/\/integrations\/webhooks\/[\w-]+$/);
    await expect(paidRow).toContainText('Delivered');
    await expect(page.getByText('Deliveries have been failing')).toHaveCount(0);
    await receiver.open();
    await expect(receiver.deliveries.first()).toContainText('order.paid');
    await expect(receiver.deliveries.first()).toContainText('Signature verified');
    await expect(receiver.deliveries.first()).toContainText('200 OK');
    await expectAccessible(receiver.page, 'the receiver');
  },
);
