import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { blurField, getOptions, getPreviewPrice } from '#app/testing/builder-fields.ts';
import { createBuilderHandlers } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('reports a text that is too long on blur and keeps it', async () => {
  await renderApp('/builder', createBuilderHandlers());
  const field = page.getByLabelText('Product name');
  await field.fill('x'.repeat(121));
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  blurField(field);
  await expect
    .element(field)
    .toHaveAccessibleDescription('The product name can’t be longer than 120 characters (now 121)');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveValue('x'.repeat(121));
  await field.fill('😀'.repeat(120));
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('names the limit of each text field', async () => {
  await renderApp('/builder', createBuilderHandlers());
  for (const [label, limit, subject] of [
    ['Description', 2000, 'The description'],
    ['Button text', 40, 'The button text'],
    ['Success message', 500, 'The success message'],
  ] as const) {
    const field = page.getByLabelText(label);
    await field.fill('x'.repeat(limit + 1));
    blurField(field);
    await expect
      .element(field)
      .toHaveAccessibleDescription(`${subject} can’t be longer than ${limit} characters (now ${limit + 1})`);
  }
});

test('counts a missing product name as an error on its tab', async () => {
  await renderApp('/builder', createBuilderHandlers());
  const name = page.getByLabelText('Product name');
  await name.fill('   ');
  blurField(name);
  await expect.element(name).toHaveAccessibleDescription('Enter a product name');
  await expect.element(page.getByRole('tab', { name: /^Content/ })).toMatchTextContent('1 error');
});

test('shows what the seller receives in the formats of their region, and the price as buyers read it', async () => {
  const reading = vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  onTestFinished(() => reading.mockRestore());
  await renderApp('/builder', createBuilderHandlers());
  await page.getByLabelText('Price', { exact: true }).fill('29');
  await expect.element(page.getByText(/Stripe’s fee is about/)).toMatchTextContent('you receive about $27,86 USD');
  await page.getByLabelText('Price', { exact: true }).fill('29.50');
  await expect.element(page.getByText('Buyers see $29.50 USD')).toBeVisible();
});

test('estimates Stripe’s fee by the account’s country, and shows none for a currency that Stripe would convert', async () => {
  await renderApp('/builder', createBuilderHandlers());
  await page.getByLabelText('Price', { exact: true }).fill('29');
  const hint = page.getByText(/Stripe’s fee is about/);
  await expect.element(hint).toMatchTextContent('Stripe’s fee is about $1.14 USD, so you receive about $27.86 USD.');
  await expect
    .element(hint.getByRole('link', { name: 'Stripe’s fee' }))
    .toHaveAttribute('href', 'https://stripe.com/pricing');
  await page.getByRole('radio', { name: 'Subscription' }).click();
  await expect
    .element(hint)
    .toMatchTextContent('about $1.14 USD per charge, so you receive about $27.86 USD each time.');
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.fill('eur');
  await userEvent.keyboard('{Enter}');
  await expect.element(hint).not.toBeInTheDocument();
});

test('validates a price by the rules of its currency and shows it as buyers read it', async () => {
  await renderApp('/builder', createBuilderHandlers());
  const price = page.getByLabelText('Price', { exact: true });
  await price.fill('29,99');
  blurField(price);
  await expect.element(page.getByText('Enter a price as a number, like 29.99')).toBeVisible();
  await expect.element(price).toHaveValue('29,99');
  await price.fill('29.50');
  await expect.element(page.getByText('Buyers see $29.50 USD')).toBeVisible();

  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.fill('yen');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter JPY amounts as whole numbers, like 29')).toBeVisible();
  await price.fill('2900');
  await expect.element(page.getByText('Buyers see ¥2900 JPY')).toBeVisible();
});

test('shows a billing frequency only for subscriptions', async () => {
  await renderApp('/builder', createBuilderHandlers());
  await page.getByLabelText('Price', { exact: true }).fill('29');
  await page.getByLabelText('Subscription', { exact: true }).click();
  const frequency = page.getByLabelText('Billing frequency');
  await frequency.selectOptions('Yearly');
  await expect.element(page.getByText('Buyers see $29 USD/year')).toBeVisible();
  await frequency.selectOptions('Weekly');
  await expect.poll(getPreviewPrice).toBe('$29 USD/week');
  await page.getByLabelText('One-time').click();
  await expect.element(frequency).not.toBeInTheDocument();
  await expect.poll(getPreviewPrice).toBe('$29 USD');
});

test('searches currencies while typing and selects one by keyboard', async () => {
  await renderApp('/builder', createBuilderHandlers());
  const currency = page.getByRole('combobox', { name: 'Currency' });
  const options = getOptions('Currencies');
  await currency.click();
  await expect.poll(() => options.elements().length).toBe(135);
  await currency.fill('zloty');
  await expect.element(options).toMatchTextContent(/^PLN/);
  await currency.fill('nothing like it');
  await expect.element(page.getByText('No currencies match “nothing like it”')).toBeVisible();
  expect(options.elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(currency).toHaveValue('USD – US Dollar');
  await expect.element(options).not.toBeInTheDocument();

  await userEvent.keyboard('{ArrowDown}gbp{Enter}');
  await expect.element(currency).toHaveValue('GBP – British Pound');
  await expect.element(options).not.toBeInTheDocument();

  // The caret is inside the text of the closed field: typing starts a new search instead of editing that text.
  (currency.element() as HTMLInputElement).setSelectionRange(3, 3);
  await userEvent.keyboard('e');
  await expect.element(currency).toHaveValue('e');
  await userEvent.keyboard('{Escape}');
  await expect.element(currency).toHaveValue('GBP – British Pound');
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => options.elements().length).toBe(135);
  await userEvent.keyboard('uro{Home}e{Enter}');
  await expect.element(currency).toHaveValue('EUR – Euro');
});
