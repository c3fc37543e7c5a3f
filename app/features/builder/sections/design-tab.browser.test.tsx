import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { blurField, openDraft } from '#app/testing/builder-fields.ts';
import { openTab } from '#app/testing/builder-screen.ts';

test('shows the contrast of white text on the accent and suggests a more readable shade', async () => {
  await openDraft();
  await openTab('Design');
  const accent = page.getByLabelText('Accent color');
  await page.getByRole('button', { name: 'Clay, #b4532a' }).click();
  await expect.element(accent).toHaveValue('#b4532a');
  await expect.element(page.getByText(/^[45]\.\d\d:1, readable$/)).toBeVisible();
  await accent.fill('FA0');
  blurField(accent);
  await expect.element(accent).toHaveValue('#ffaa00');
  await expect.element(page.getByText(/^1\.\d\d:1, dark text used$/)).toBeVisible();
  const readable = page.getByRole('button', { name: /^Use #/ });
  await readable.click();
  await expect.element(accent).toHaveFocus();
  await expect.element(page.getByText(/^4\.\d\d:1, readable$/)).toBeVisible();
  await expect.element(readable).not.toBeInTheDocument();
});

test('rejects an invalid accent color and keeps it in the field', async () => {
  await openDraft();
  await openTab('Design');
  const accent = page.getByLabelText('Accent color');
  await accent.fill('violet');
  blurField(accent);
  await expect.element(page.getByText('Enter a hex color with six digits, like #a855f7')).toBeVisible();
  await expect.element(accent).toHaveValue('violet');
});

test('selects fonts as a preset pair or one by one as a custom pair', async () => {
  await openDraft();
  await openTab('Design');
  const pairs = page.getByRole('group', { name: 'Fonts' }).getByRole('radio');
  const heading = page.getByLabelText('Heading font');
  const body = page.getByLabelText('Body font');
  await expect.element(heading).toBeVisible();
  expect(pairs.elements()).toHaveLength(8);
  expect(heading.getByRole('option').elements()).toHaveLength(14);
  await page.getByRole('radio', { name: /^Elegant/ }).click();
  await expect.element(heading).toHaveValue('Cormorant Garamond');
  await expect.element(body).toHaveValue('Lato');
  await body.selectOptions('Inter');
  await expect.element(page.getByRole('radio', { name: /^Custom/ })).toBeChecked();
  expect(pairs.elements()).toHaveLength(9);
  await heading.selectOptions('Inter');
  await expect.element(page.getByRole('radio', { name: /^Modern Inter/ })).toBeChecked();
  expect(pairs.elements()).toHaveLength(8);
});
