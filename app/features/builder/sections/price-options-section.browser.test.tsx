import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { lastSavedConfig, openDraft } from '#app/testing/builder-fields.ts';
import { focusField, openTab, saveByShortcut, getPublishButton } from '#app/testing/builder-screen.ts';
import { createAddedFields } from '#domain/checkout-page.ts';

const price = (number: number) => page.getByRole('group', { name: `Price ${number}`, exact: true });
const nameOf = (number: number) => price(number).getByLabelText('Name');
const amountOf = (number: number) => price(number).getByLabelText('Amount');
const amounts = () => page.getByLabelText('Suggested amounts');

test('adds, names and validates several price options by keyboard', async () => {
  await openDraft({ paymentType: 'subscription', enableCoupon: false, validCoupons: [] });
  const several = page.getByLabelText('Offer several prices');
  await expect.element(several).toBeVisible();
  focusField(several);
  await userEvent.keyboard(' ');
  await expect.element(nameOf(2)).toHaveFocus();
  await userEvent.keyboard('A whole year{Tab}300');
  await expect.element(price(2)).toMatchTextContent('Buyers see $300 USD/year and “Save 37%”: $180.00 less per year');
  await expect
    .element(page.getByLabelText('Pay what you want'))
    .toHaveAccessibleDescription('Not available with several prices.');

  focusField(page.getByRole('button', { name: 'Add a price' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(3)).toHaveFocus();
  await expect.element(price(3)).not.toMatchTextContent('Set a price');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(amountOf(3)).toHaveAccessibleDescription('Set a price');
  await amountOf(3).fill('900');
  await expect.element(price(3)).toMatchTextContent('Buyers see $900 USD');
});

test('moves price options by keyboard and undoes the move', async () => {
  const option = (id: string, name: string, amount: string) => ({
    id,
    name,
    price: amount,
    paymentType: 'one-time' as const,
    billingFrequency: 'monthly' as const,
  });
  const others = [option('year', 'A whole year', '300'), option('life', 'For life', '900')];
  const { rpc } = await openDraft({ priceOptions: { baseName: '', others } });
  await expect.element(nameOf(3)).toBeVisible();
  focusField(nameOf(3));
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(amountOf(2)).toHaveValue('900');
  await expect.element(nameOf(2)).toHaveFocus();
  await expect.element(page.getByText('Moved to 1 of 2')).toBeInTheDocument();
  await saveByShortcut();
  const savedIds = () => lastSavedConfig(rpc)?.priceOptions.others.map(({ id }) => id);
  await expect.poll(savedIds).toEqual(['life', 'year']);

  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(nameOf(2)).toHaveValue('A whole year');
  await expect.element(amountOf(3)).toHaveValue('900');
});

test('blocks publishing on contradictory amount limits and focuses the invalid field', async () => {
  const { rpc } = await openDraft();
  await page.getByLabelText('Pay what you want').click();
  await expect.element(page.getByLabelText('Suggested price')).toHaveValue('40');
  await page.getByLabelText('Minimum').fill('60');
  const maximum = page.getByLabelText('Maximum');
  await maximum.fill('50');
  await getPublishButton().click();
  await expect.element(maximum).toHaveFocus();
  await expect.element(maximum).toHaveAttribute('aria-invalid', 'true');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);

  await page.getByLabelText('Minimum').fill('5');
  await expect.element(maximum).not.toHaveAttribute('aria-invalid', 'true');
  await getPublishButton().click();
  await expect.element(page.getByText('Page published!', { exact: true })).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')[0]?.config.payWhatYouWant).toMatchObject({
    enabled: true,
    minimum: '5',
    maximum: '50',
  });
});

test('adds suggested amounts with Enter, rejects amounts outside the limits and removes amounts', async () => {
  const payWhatYouWant = {
    ...createAddedFields().payWhatYouWant,
    enabled: true,
    minimum: '5',
    maximum: '50',
  };
  await openDraft({ payWhatYouWant, enableCoupon: false });
  for (const amount of ['10', '25', '4']) {
    await amounts().fill(amount);
    await userEvent.keyboard('{Enter}');
  }
  await expect.element(amounts()).toHaveAccessibleDescription('Enter $5.00 or more');
  const suggested = page.getByRole('list', { name: 'Added amounts' });
  await expect.element(suggested).toHaveTextContent('$10.00$25.00');
  await page.getByRole('button', { name: 'Remove: $10.00' }).click();
  await expect.element(amounts()).toHaveFocus();
  await expect.element(suggested).toHaveTextContent('$25.00');

  await openTab('Settings');
  const coupons = page.getByLabelText('Enable coupon');
  await expect.element(coupons).not.toBeChecked();
  await expect.element(coupons).toHaveAccessibleDescription('Not available with Pay what you want.');
});

test('switches coupons off when buyers name the price', async () => {
  const { rpc } = await openDraft({ enableCoupon: true });
  await page.getByLabelText('Pay what you want').click();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.enableCoupon).toBe(false);
});
