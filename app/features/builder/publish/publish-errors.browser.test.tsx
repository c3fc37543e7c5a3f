import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { getPublishButton, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, NOT_CONNECTED, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('reports a slug of another page at its field', async () => {
  const customSlug = 'taken';
  const message = 'This URL is already taken. Choose another one.';
  const { rpc } = await renderApp(
    `/builder?page=${PAGE_ID}`,
    createBuilderHandlers(createDraft(createSamplePage({ customSlug }))),
  );
  rpc.handle({
    'check-slug': ({ slug }) => ({
      slug,
      url: `https://tillwright.test/c/${slug}`,
      available: false,
      problem: message,
    }),
    'save-checkout-page': () => {
      throw new RpcFailure(409, { code: 'slug_taken', title: 'Publishing failed', message });
    },
  });
  await getPublishButton().click();
  await expect.element(getToast('Publishing failed')).toMatchTextContent('This URL is already taken');
  await expect.element(page.getByLabelText('Custom slug')).toHaveFocus();
  await expect.element(page.getByLabelText('Custom slug')).toHaveAccessibleDescription(/already taken/);
});

test('publishes nothing before Stripe is connected and says so', async () => {
  const answers = {
    ...createBuilderHandlers(createDraft(createSamplePage())),
    'get-connection': () => NOT_CONNECTED,
  };
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, answers);
  await page.getByRole('button', { name: 'Connect Stripe to Publish' }).click();
  await expect
    .element(getToast('Stripe Not Connected'))
    .toMatchTextContent('Please connect your Stripe account before publishing');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});
