import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import { builderHandlers, draftOf, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('a text that is too long says so when its field is left, and keeps what was typed', async () => {
  const { screen } = await renderApp('/builder', builderHandlers());
  const field = screen.getByLabelText('Product name');
  await field.fill('x'.repeat(121));
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  field.element().blur();
  await expect
    .element(field)
    .toHaveAccessibleDescription('The product name can have at most 120 characters; this one has 121');
  await expect.element(field).toHaveValue('x'.repeat(121));
});

test('an eleventh feature is refused and stays in its field', async () => {
  const features = Array.from({ length: 10 }, (_, index) => `Feature ${index + 1}`);
  const { screen, rpc } = await renderApp(
    `/builder?page=${PAGE_ID}`,
    builderHandlers(draftOf(samplePage({ features }))),
  );
  const field = screen.getByLabelText('New feature');
  await field.fill('Eleven');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Maximum 10 features reached')).toBeVisible();
  await expect.element(field).toHaveValue('Eleven');
  expect(rpc.bodiesOf('save-draft')).toEqual([]);
});
