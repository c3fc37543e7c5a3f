import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { lastSavedConfig, openDraft } from '#app/testing/builder-fields.ts';
import { focusField, getPublishButton, saveByShortcut } from '#app/testing/builder-screen.ts';
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';

const chooseHowMany = () => page.getByLabelText('Let buyers choose the quantity');
const tier = (number: number) => page.getByRole('group', { name: `Lower price ${number}`, exact: true });
const fromOf = (number: number) => tier(number).getByLabelText('Starting quantity');
const priceOf = (number: number) => tier(number).getByLabelText('Price per unit', { exact: true });
const addTier = () => page.getByRole('button', { name: 'Add a lower price' });
const withTiers = (tiers: CheckoutPageConfig['quantity']['tiers']): Partial<CheckoutPageConfig> => ({
  quantity: { ...createAddedFields().quantity, enabled: true, maximum: 50, tiers },
});

test('sets limits, names and a lower price by keyboard', async () => {
  const { rpc } = await openDraft();
  await expect.element(chooseHowMany()).toBeVisible();
  focusField(chooseHowMany());
  await userEvent.keyboard(' ');
  await expect
    .element(page.getByLabelText('Pay what you want'))
    .toHaveAccessibleDescription('Not available while buyers choose the quantity.');
  const largest = page.getByLabelText('Largest quantity');
  await expect.element(largest).toHaveValue('10');
  await largest.fill('20');
  await userEvent.keyboard('{Tab}seat{Tab}seats');
  focusField(addTier());
  await userEvent.keyboard('{Enter}');
  await expect.element(fromOf(1)).toHaveFocus();
  await userEvent.keyboard('10{Tab}35.50');
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.quantity)
    .toEqual({
      enabled: true,
      minimum: 1,
      maximum: 20,
      singular: 'seat',
      plural: 'seats',
      tiers: [{ from: 10, price: '35.50', optionPrices: {} }],
    });
});

test('shows the error of a lower price in its row, also where a later row has a smaller quantity', async () => {
  const { rpc } = await openDraft(withTiers([{ from: 20, price: '35', optionPrices: {} }]));
  await addTier().click();
  await userEvent.keyboard('10');
  await getPublishButton().click();
  await expect.element(fromOf(2)).toHaveFocus();
  await expect.element(priceOf(2)).toHaveAccessibleDescription('Set the price for this quantity');
  await expect.element(priceOf(1)).not.toHaveAttribute('aria-invalid');
  await priceOf(2).fill('34');
  await expect.element(priceOf(1)).toHaveAccessibleDescription('Each price must be lower than the one before');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('removes a lower price, keeps the focus, and brings it back with undo', async () => {
  await openDraft(
    withTiers([
      { from: 10, price: '38', optionPrices: {} },
      { from: 20, price: '35', optionPrices: {} },
    ]),
  );
  await page.getByRole('button', { name: 'Remove: Lower price 1' }).click();
  await expect.element(fromOf(1)).toHaveValue('20');
  await expect.element(addTier()).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(fromOf(1)).toHaveValue('10');
});

test('has a lower price for each price option, and drops that of a removed one', async () => {
  const yearly = {
    id: 'year',
    name: 'A year',
    price: '300',
    paymentType: 'one-time' as const,
    billingFrequency: 'monthly' as const,
  };
  const { rpc } = await openDraft({
    ...withTiers([{ from: 10, price: '38', optionPrices: {} }]),
    priceOptions: { baseName: 'Once', others: [yearly] },
  });
  await tier(1).getByLabelText('A year: price per unit').fill('280');
  await saveByShortcut();
  const tiers = () => lastSavedConfig(rpc)?.quantity.tiers;
  await expect.poll(tiers).toEqual([{ from: 10, price: '38', optionPrices: { year: '280' } }]);
  await page.getByRole('button', { name: 'Remove: A year' }).click();
  await saveByShortcut();
  await expect.poll(tiers).toEqual([{ from: 10, price: '38', optionPrices: {} }]);
});
