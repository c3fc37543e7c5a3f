import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { openTab, publishButton, toastTitled } from '#app/testing/builder-screen.ts';
import { builderHandlers, draftOf, notConnected, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('the problems of a page are listed, counted on their tabs and focused', async () => {
  const { rpc } = await renderApp('/builder', builderHandlers());
  await openTab('Settings');
  const termsUrl = page.getByLabelText('Terms URL');
  await termsUrl.fill('terms');
  await publishButton().click();
  await expect.element(page.getByLabelText('Product name')).toHaveFocus();
  await expect.element(page.getByText('3 things to put right before you can publish')).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Content' })).toMatchTextContent('2 problems');
  await expect.element(page.getByRole('tab', { name: 'Settings' })).toMatchTextContent('1 problem');
  await page.getByRole('link', { name: /^The terms URL must be a full address/ }).first().click();
  await expect.element(termsUrl).toHaveFocus();
  await expect.element(termsUrl).toHaveAttribute('aria-invalid', 'true');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('an address that another page has is shown at its field', async () => {
  const customSlug = 'taken';
  const message = 'This address is already taken. Choose another one.';
  const { rpc } = await renderApp(
    `/builder?page=${PAGE_ID}`,
    builderHandlers(draftOf(samplePage({ customSlug }))),
  );
  rpc.handle({
    'check-slug': ({ slug }) => ({ slug, url: `https://tillwright.test/c/${slug}`, available: false, problem: message }),
    'save-checkout-page': () => {
      throw new RpcFailure(409, { code: 'slug_taken', title: 'Publishing failed', message });
    },
  });
  await publishButton().click();
  await expect.element(toastTitled('Publishing failed')).toMatchTextContent('This address is already taken');
  await expect.element(page.getByLabelText('Custom slug')).toHaveFocus();
  await expect.element(page.getByLabelText('Custom slug')).toHaveAccessibleDescription(/already taken/);
});

test('publishing before Stripe is connected says so and publishes nothing', async () => {
  const answers = { ...builderHandlers(draftOf(samplePage())), 'get-connection': () => notConnected };
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, answers);
  await page.getByRole('button', { name: 'Connect Stripe to Publish' }).click();
  await expect
    .element(toastTitled('Stripe Not Connected'))
    .toMatchTextContent('Please connect your Stripe account before publishing');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});
