import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { blurField, openDraft, findPreviewElement } from '#app/testing/builder-fields.ts';
import { openTab, getPreview, getPublishButton, createPublishedPage, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { NoResponse } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { RpcContract } from '#domain/rpc-contract.ts';

const slugField = () => page.getByLabelText('Custom slug');

test('shows the URL derived from the product name if there is no custom slug', async () => {
  await openDraft({ productName: '  Ümlauts & Emoji 🎉 for All ' });
  await openTab('Settings');
  await expect
    .element(slugField())
    .toHaveAccessibleDescription(
      `Leave blank to generate it from the product name. Your page URL will be ${location.host}/c/mlauts-emoji-for-all`,
    );
  await slugField().fill('My Own_Address!');
  await expect.element(slugField()).toHaveValue('myownaddress');
  await expect.element(slugField()).toHaveAccessibleDescription(`Your page URL is ${location.host}/c/myownaddress`);
});

test('shows whether a slug is available, taken or reserved', async () => {
  const { rpc } = await openDraft();
  rpc.handle({
    'check-slug': ({ slug }) => ({
      slug,
      url: `https://tillwright.test/c/${slug}`,
      available: slug !== 'taken',
      problem: slug === 'taken' ? 'This URL is already taken' : null,
    }),
  });
  await openTab('Settings');
  await slugField().fill('linocut');
  await expect.element(page.getByText('Available', { exact: true })).toBeVisible();
  await slugField().fill('taken');
  await expect.element(slugField()).toHaveAccessibleDescription('This URL is already taken');
  await expect.element(slugField()).toHaveValue('taken');
  await slugField().fill('pricing');
  blurField(slugField());
  await expect.element(slugField()).toHaveAccessibleDescription('“pricing” is reserved. Choose a different slug.');
  await slugField().fill('x'.repeat(80));
  blurField(slugField());
  await expect
    .element(slugField())
    .toHaveAccessibleDescription('The custom slug can’t be longer than 60 characters (now 80)');
  expect(rpc.bodiesOf('check-slug')).toEqual([
    { slug: 'linocut', pageId: PAGE_ID },
    { slug: 'taken', pageId: PAGE_ID },
  ]);
});

/** Types without the pauses of a real keyboard. */
function typeSlug(text: string): void {
  const field = slugField().element();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('checks a slug once it stays, and ignores the answer for an earlier one', async () => {
  const { rpc } = await openDraft();
  const earlier = Promise.withResolvers<RpcContract['check-slug']['response']>();
  rpc.handle({
    'check-slug': ({ slug }) => {
      if (slug === 'lost') throw new NoResponse();
      return slug === 'one' ? earlier.promise : { slug, url: '', available: true, problem: null };
    },
  });
  await openTab('Settings');
  for (const text of ['o', 'on', 'one']) typeSlug(text);
  await expect.element(page.getByText('Checking availability…')).toBeVisible();
  await expect.poll(() => rpc.bodiesOf('check-slug').map(({ slug }) => slug)).toEqual(['one']);
  typeSlug('two');
  await expect.element(page.getByText('Available', { exact: true })).toBeVisible();
  earlier.resolve({ slug: 'one', url: '', available: false, problem: 'Taken' });
  typeSlug('lost');
  await expect
    .element(page.getByText('We couldn’t check availability. We’ll check again when you publish.'))
    .toBeVisible();
  await expect.element(slugField()).not.toHaveAttribute('aria-invalid', 'true');
  expect(rpc.bodiesOf('check-slug').map(({ slug }) => slug)).toEqual(['one', 'two', 'lost']);
});

test('shows where the old URL redirects before a published page gets a new slug', async () => {
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, createBuilderHandlers(createPublishedPage()));
  await openTab('Settings');
  await expect.element(page.getByText('This page’s current URL')).toBeVisible();
  await slugField().fill('moved');
  await expect.element(page.getByText('After you publish, /c/linocut redirects to the new URL.')).toBeVisible();
  await getPublishButton().click();
  const dialog = page.getByRole('dialog', { name: 'Publish this change?' });
  await expect.element(dialog).toMatchTextContent('Page URL: /c/linocut → /c/moved');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(getToast('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page').map(({ slug }) => slug)).toEqual(['moved']);
});

test('shows required terms without a link as a warning, not as an error', async () => {
  await openDraft({ requireTerms: false, termsUrl: '', privacyUrl: '' });
  await openTab('Settings');
  await page.getByLabelText('Require terms').click();
  await expect.element(getPreview()).toMatchTextContent('The buyer agrees to the terms before paying.');
  await expect.element(page.getByText(/^Buyers must accept your terms, but can’t read them yet\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /^Buyers must accept your terms, but can’t read them yet/ }).first())
    .toBeVisible();
  await expect.element(page.getByRole('tab', { name: /^Settings/ })).not.toMatchTextContent('error');
});

test('requires full URLs for terms and privacy', async () => {
  await openDraft({ termsUrl: '', privacyUrl: '' });
  await openTab('Settings');
  const terms = page.getByLabelText('Terms URL');
  await terms.fill('javascript:alert(1)');
  blurField(terms);
  await expect
    .element(terms)
    .toHaveAccessibleDescription('Enter a full terms URL that starts with https:// or http://');
  await terms.fill('https://www.example.com/other-terms');
  await expect.element(terms).not.toHaveAttribute('aria-invalid', 'true');
  const privacy = page.getByLabelText('Privacy URL');
  await privacy.fill('ftp://example.com');
  blurField(privacy);
  await expect.element(privacy).toHaveAccessibleDescription(/^Enter a full privacy URL/);
  await expect.element(page.getByRole('tab', { name: /^Settings/ })).toMatchTextContent('1 error');
  await expect
    .poll(() => findPreviewElement('[data-field=termsUrl]')?.getAttribute('href'))
    .toBe('https://www.example.com/other-terms');
});
