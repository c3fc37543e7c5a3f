import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { lastSavedConfig, openDraft, findPreviewElement } from '#app/testing/builder-fields.ts';
import { getPreview, saveByShortcut, getToast } from '#app/testing/builder-screen.ts';

const openForm = () => page.getByRole('button', { name: 'Add a testimonial' });
const form = () => page.getByRole('form', { name: 'New testimonial' });
const field = (label: string) => form().getByLabelText(label, { exact: true });
const submit = () => form().getByRole('button', { name: 'Add testimonial' }).click();

const createTestimonials = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Person ${index + 1}`,
    role: null,
    rating: 5,
    text: 'Good.',
  }));

test('discards a new testimonial on Escape', async () => {
  await openDraft();
  await openForm().click();
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(field('5 of 5, excellent')).toBeChecked();
  await userEvent.keyboard('A name{Escape}');
  await expect.element(form()).not.toBeInTheDocument();
  await expect.element(openForm()).toHaveFocus();
  await openForm().click();
  await expect.element(field('Name')).toHaveValue('');
});

test('rejects an incomplete or too long testimonial and adds it once it is valid', async () => {
  await openDraft();
  await openForm().click();
  await field('Text').fill('Only a text');
  await submit();
  await expect.element(getToast('Missing fields').getByText('Name and testimonial text are required')).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
  await field('Name').fill('Joan Ferrer i Puig');
  await field('Text').fill('x'.repeat(201));
  await submit();
  await expect.element(getToast('Text too long')).toBeVisible();
  await expect.element(field('Text')).toHaveFocus();
  await expect.element(field('Text')).toHaveValue('x'.repeat(201));

  await field('Text').fill('x'.repeat(200));
  await form().getByText('4 of 5, good').click({ force: true });
  await submit();
  await expect.element(getToast('Testimonial added')).toBeVisible();
  await expect.element(form()).not.toBeInTheDocument();
  await expect.element(page.getByText('1 of 5', { exact: true })).toBeVisible();
  const renderedTestimonials = () => findPreviewElement('[data-field=testimonials]');
  await expect.poll(() => renderedTestimonials()?.textContent).toContain('Joan Ferrer i Puig');
  expect(renderedTestimonials()?.textContent).toContain('JF');
  await expect.element(getPreview().getByRole('img', { name: '4 out of 5' })).toBeVisible();
});

test('rejects a sixth testimonial and shows how many the layout displays', async () => {
  await openDraft({ testimonials: { enabled: true, items: createTestimonials(5) } });
  await expect.element(page.getByText('The classic layout shows the first 2.')).toBeVisible();
  await openForm().click();
  await expect.element(getToast('You can only add up to 5 testimonials')).toBeVisible();
  await expect.element(form()).not.toBeInTheDocument();
});

test('keeps editing the same testimonial when Undo changes the list', async () => {
  const { rpc } = await openDraft({ testimonials: { enabled: true, items: createTestimonials(2) } });
  await page.getByRole('button', { name: 'Remove: Person 1' }).click();
  await page.getByRole('button', { name: 'Edit: Person 2' }).click();
  const edited = page.getByRole('form', { name: 'Testimonial from Person 2' });
  await edited.getByLabelText('Text', { exact: true }).fill('Better.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Edit: Person 1' })).toBeVisible();
  await expect.element(edited.getByLabelText('Text', { exact: true })).toHaveValue('Better.');
  await edited.getByRole('button', { name: 'Save testimonial' }).click();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.testimonials.items.map(({ name, text }) => [name, text]))
    .toEqual([
      ['Person 1', 'Good.'],
      ['Person 2', 'Better.'],
    ]);
});

test('closes the form of a testimonial that Undo removes from the list', async () => {
  await openDraft({ testimonials: { enabled: true, items: createTestimonials(1) } });
  await openForm().click();
  await field('Name').fill('Joan');
  await field('Text').fill('Useful.');
  await submit();
  await page.getByRole('button', { name: 'Edit: Joan' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Edit: Person 1' })).toBeVisible();
  await expect.element(page.getByRole('form', { name: /^Testimonial from/ })).not.toBeInTheDocument();
});

test('keeps testimonials when they are switched off', async () => {
  const { rpc } = await openDraft({ testimonials: { enabled: true, items: createTestimonials(1) } });
  await page.getByLabelText('Show testimonials').click();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.testimonials).toEqual({ enabled: false, items: createTestimonials(1) });
});
