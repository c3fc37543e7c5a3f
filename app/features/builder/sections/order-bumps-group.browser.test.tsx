import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { findPreviewElement, lastSavedConfig, openDraft } from '#app/testing/builder-fields.ts';
import { focusField, getPublishButton, saveByShortcut } from '#app/testing/builder-screen.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

const extra = (number: number) => page.getByRole('group', { name: `Extra ${number}`, exact: true });
const titleOf = (number: number) => extra(number).getByLabelText('Title');
const priceOf = (number: number) => extra(number).getByLabelText('Price', { exact: true });
const addExtra = () => page.getByRole('button', { name: 'Add an extra' });
const withoutCoupons = { enableCoupon: false, validCoupons: [] };

test('adds an extra that is billed with every payment, and shows it on the page', async () => {
  const { rpc } = await openDraft({ ...withoutCoupons, paymentType: 'subscription' });
  await expect.element(addExtra()).toBeVisible();
  focusField(addExtra());
  await userEvent.keyboard('{Enter}');
  await expect.element(titleOf(1)).toHaveFocus();
  await userEvent.keyboard('Workbook');
  await priceOf(1).fill('19');
  await extra(1).getByLabelText('Billing').selectOptions('With every payment');
  await expect.poll(() => findPreviewElement('.co-extra')?.textContent).toContain('$19.00 USD/month');
  await saveByShortcut();
  const saved = { enabled: true, title: 'Workbook', price: '19', billing: 'with-price', offeredWith: null };
  await expect.poll(() => lastSavedConfig(rpc)?.bumps).toMatchObject({ position: 'above-button', items: [saved] });
});

test('shows errors at the extra and at the group, and publishes only without them', async () => {
  const { rpc } = await openDraft({ ...withoutCoupons, price: '0', ...withBumps(createBump('a', '')) });
  await expect.element(extra(1).getByLabelText('Billing')).not.toBeInTheDocument();
  await getPublishButton().click();
  await expect.element(titleOf(1)).toHaveFocus();
  await expect.element(extra(1)).toMatchTextContent('Set a price for the extra');
  await priceOf(1).fill('0.30');
  await expect.element(extra(1)).not.toMatchTextContent('Set a price for the extra');
  const total = page.getByText('With “Extra a”, a buyer would pay $0.30. Stripe’s minimum in USD is $0.50.');
  await expect.element(total.first()).toBeVisible();
  await getPublishButton().click();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
  await priceOf(1).fill('19');
  await getPublishButton().click();
  await expect.element(page.getByText('Page published!', { exact: true })).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')[0]?.config.bumps.items).toMatchObject([{ id: 'a', price: '19' }]);
});

test('offers up to three extras, each with the chosen prices', async () => {
  const club = { id: 'club', name: 'Club', price: '9', paymentType: 'one-time', billingFrequency: 'monthly' } as const;
  const bumps = ['a', 'b', 'c'].map((id) => createBump(id, '19'));
  const { rpc } = await openDraft({
    ...withBumps(...bumps),
    priceOptions: { baseName: 'Course', others: [club] },
  });
  await expect.element(extra(3)).toBeVisible();
  await expect.element(addExtra()).not.toBeInTheDocument();
  await extra(1).getByLabelText('Club').click();
  await page.getByRole('button', { name: 'Remove: Extra b' }).click();
  await expect.element(addExtra()).toBeVisible();
  await saveByShortcut();
  const listSaved = () => lastSavedConfig(rpc)?.bumps.items.map(({ id, offeredWith }) => [id, offeredWith]);
  await expect.poll(listSaved).toEqual([
    ['a', ['base']],
    ['c', null],
  ]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(titleOf(2)).toHaveValue('Extra b');
});

test('an extra of a removed price is offered with the price that is left only if the seller says so', async () => {
  const club = { id: 'club', name: 'Club', price: '9', paymentType: 'one-time', billingFrequency: 'monthly' } as const;
  const { rpc } = await openDraft({
    ...withoutCoupons,
    ...withBumps(createBump('a', '19', { offeredWith: ['club'] })),
    priceOptions: { baseName: 'Course', others: [club] },
  });
  await page.getByRole('button', { name: 'Remove: Club' }).click();
  await expect.element(extra(1)).toMatchTextContent('Choose at least one price that the extra is offered with');
  await extra(1).getByLabelText('Course').click();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.bumps.items).toMatchObject([{ id: 'a', offeredWith: ['base'] }]);
  await expect.element(extra(1)).not.toMatchTextContent('Choose at least one price');
});
