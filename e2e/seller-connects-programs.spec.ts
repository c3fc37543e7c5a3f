import { dialog } from './account.ts';
import { buyerOn, payByCard } from './buyer.ts';
import { expect, test, toastOf } from './journey.ts';
import { addWebhook, choose, programOn, secretIn, sent } from './program.ts';
import { expectAccess, shoot } from './seen.ts';
import { connectedSeller, enter, newSeller, pageOnSale, PASSWORD, publish } from './seller.ts';

test('a sale that did not arrive is found in the log, and delivered once the program is mended', async ({
  page,
  guest,
  shop,
}) => {
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
  // The address of one delivery is its own.
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
});

test('what happens during a pause waits, keys pick what is sent again, and a new secret signs beside the old', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, config, pageId } = await pageOnSale(shop);
  await enter(page, seller);
  const program = programOn(await guest(), shop);
  const { endpoint, secret } = await seller.call('create-webhook-endpoint', { url: program.address });
  await program.checksWith(secret);
  await page.goto(`/integrations/webhooks/${endpoint.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Send a test' }).first().click();
  await expect(sent(page, 'webhook.test')).toContainText('Delivered');

  await choose(page, 'Pause');
  await expect(page.getByText('You have paused this webhook.')).toBeVisible();
  await publish(seller, { ...config, price: '41' }, { pageId });
  await page.getByRole('button', { name: 'Held back' }).click();
  await expect(page).toHaveURL(/\?state=held$/);
  await page.reload();
  await expect(sent(page, 'page.published')).toContainText('Held back');
  await expectAccess(page, 'a paused webhook');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(toastOf(page, 'Resumed').last()).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest' }).click();
  await expect(sent(page, 'page.published')).toContainText('Delivered');

  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Pick (page|webhook)/ });
  const picked = page.getByRole('region', { name: 'Picked deliveries' });
  await boxes.first().click();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  await expect(picked).toContainText('2 picked');
  await picked.getByRole('button', { name: 'Drop' }).click();
  await expect(picked).toHaveCount(0);
  await boxes.first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(boxes.nth(1)).toBeFocused();
  await expect(picked).toContainText('2 picked');
  await picked.getByRole('button', { name: 'Redeliver' }).click();
  await expect(toastOf(page, 'On its way again').last()).toContainText('2 deliveries are tried now');
  await expect(picked).toHaveCount(0);
  await expect(sent(page, 'webhook.test')).toContainText('At the 2nd try');

  await choose(page, 'Show the secret');
  expect(await secretIn(page, 'The secret of this webhook')).toBe(secret);
  await page.keyboard.press('Escape');
  await choose(page, 'Rotate the secret');
  await dialog(page, 'Rotate the secret?').getByRole('button', { name: 'Rotate the secret' }).click();
  const next = await secretIn(page, 'The new secret');
  expect(next).not.toBe(secret);
  await dialog(page, 'The new secret').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Two secrets sign until')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(sent(page, 'webhook.test').filter({ hasText: 'Delivered' })).toHaveCount(2);
  for (const one of [secret, next]) {
    await program.checksWith(one);
    await expect(program.arrivals.first()).toContainText('Signature verified');
  }
  await choose(page, 'Delete');
  await dialog(page, /^Delete the webhook/)
    .getByRole('button', { name: 'Delete the webhook' })
    .click();
  await expect(page).toHaveURL(/\/integrations$/);
  await expect(page.getByText('Tell your own programs what happens')).toBeVisible();
});

test('a key is made by whoever shows that it is them, opens the API, and nothing after it is revoked', async ({
  page,
  shop,
}) => {
  const seller = await connectedSeller(shop);
  await enter(page, seller);
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const making = dialog(page, 'Make a key');
  await making.getByLabel('Name').fill('Nightly export');
  await expect(making.getByRole('button', { name: 'Read only' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccess(page, 'make a key');
  await page.route(
    '**/functions/v1/create-api-key',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'confirmation_needed', title: 'Is it you?', message: 'Show it once more.' } },
      }),
    { times: 1 },
  );
  await making.getByRole('button', { name: 'Make the key' }).click();
  const asking = dialog(page, 'Is it you?');
  await asking.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const shown = dialog(page, 'The key “Nightly export”');
  const key = await secretIn(page, 'The key “Nightly export”');
  await expectAccess(page, 'a key that is shown once');
  await page.keyboard.press('Escape');
  await dialog(page, 'Close without the key?').getByRole('button', { name: 'Back to the key' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toHaveCount(0);

  const ask = () => fetch(`${shop.url}/api/v1/pages`, { headers: { Authorization: `Bearer ${key}` } });
  const row = page.getByRole('row').filter({ hasText: 'Nightly export' });
  await expect(row).toContainText('Never used');
  expect((await ask()).status).toBe(200);
  await page.reload();
  await expect(row).toContainText(/from \S+/);
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
  const revoking = dialog(page, 'Revoke “Nightly export”?');
  await expect(revoking.getByRole('button', { name: 'Keep the key' })).toBeFocused();
  await revoking.getByRole('button', { name: 'Revoke the key' }).click();
  await expect(toastOf(page, 'Key revoked')).toBeVisible();
  expect((await ask()).status).toBe(401);
  await expect(page.getByText('Let your own programs in')).toBeVisible();
});

test('the screens fit a phone, say where the plan ends, and what could not be loaded', async ({
  page,
  shop,
}) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/pages');
  await page.getByRole('button', { name: `SE: account of ${seller.email}` }).click();
  await page.getByRole('link', { name: 'Integrations' }).click();
  await expect(page.getByText('Let your own programs in')).toBeVisible();
  await expectAccess(page, 'no integrations');
  await shoot(page, 'integrations-empty');
  const { address } = programOn(page, shop);
  await seller.call('create-webhook-endpoint', { url: address });
  await seller.call('create-webhook-endpoint', { url: `${address}-${'x'.repeat(24)}`, format: 'slack' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByText('That is all of them. Pro has 20')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toHaveCount(0);
  await expectAccess(page, 'integrations on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shoot(page, 'integrations-phone');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccess(page, 'integrations at night');
  await page.getByRole('link', { name: 'see the plans' }).click();
  await expect(page).toHaveURL(/\/subscription$/);
  await page.route('**/functions/v1/list-api-keys', (route) => route.abort('internetdisconnected'), {
    times: 1,
  });
  await page.goto('/integrations');
  await expect(page.getByRole('alert')).toContainText('Your keys could not be loaded');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Let your own programs in')).toBeVisible();
  await page.goto('/integrations/webhooks/0b8c7f7e-3a68-4b0e-8a40-3d8f6c1f2a10');
  await expect(page.getByRole('heading', { name: 'No such webhook' })).toBeVisible();
});
