import { expect, onTestFinished, test, vi } from 'vitest';
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

/** Stubs `window.open` until the test ends. Returns the mock that receives the address of the new tab. */
function stubNewTab() {
  const replace = vi.fn<(url: string) => void>();
  const open = vi
    .spyOn(window, 'open')
    .mockReturnValue({ closed: false, opener: null, location: { replace } } as unknown as Window);
  onTestFinished(() => open.mockRestore());
  return replace;
}

test('connects Stripe instead of publishing, and returns to this page', async () => {
  const replace = stubNewTab();
  const answers = {
    ...createBuilderHandlers(createDraft(createSamplePage())),
    'get-connection': () => NOT_CONNECTED,
    'stripe-connect-onboarding': () => ({ url: 'https://connect.example/onboarding' }),
  };
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, answers);
  await page.getByRole('button', { name: 'Connect Stripe to Publish' }).click();
  await expect.poll(() => replace.mock.calls).toEqual([['https://connect.example/onboarding']]);
  expect(rpc.bodiesOf('stripe-connect-onboarding')).toEqual([{ pageId: PAGE_ID }]);
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('saves a new page before it opens Stripe, so that Stripe leads back to that page', async () => {
  const replace = stubNewTab();
  const { rpc } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'get-connection': () => NOT_CONNECTED,
    'stripe-connect-onboarding': () => ({ url: 'https://connect.example/onboarding' }),
  });
  await page.getByLabelText('Product name').fill('Kiln notes');
  await page.getByRole('button', { name: 'Connect Stripe to Publish' }).click();
  await expect.poll(() => replace.mock.calls).toEqual([['https://connect.example/onboarding']]);
  expect(rpc.bodiesOf('save-draft')).toEqual([{ config: expect.objectContaining({ productName: 'Kiln notes' }) }]);
  expect(rpc.bodiesOf('stripe-connect-onboarding')).toEqual([{ pageId: PAGE_ID }]);
});

test('removes errors of earlier tries once the page is published', async () => {
  const answers = createBuilderHandlers(createDraft(createSamplePage()));
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, answers);
  rpc.handle({
    'save-checkout-page': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: 'Publishing failed', message: 'Try again.' });
    },
  });
  await getPublishButton().click();
  await expect.element(getToast('Publishing failed')).toBeVisible();
  rpc.handle({ 'save-checkout-page': answers['save-checkout-page'] });
  await getPublishButton().click();
  await expect.element(getToast('Page published!')).toBeVisible();
  await expect.element(getToast('Publishing failed')).not.toBeInTheDocument();
});
