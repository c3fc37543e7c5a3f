import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createPublishedPage, PUBLISHED_URL } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/builder?page=${PAGE_ID}`;

const openShare = () => page.getByRole('button', { name: 'Share', exact: true }).click();
const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
const link = () => page.getByRole('group', { name: 'Your link' }).getByRole('status');
const withoutScheme = (url: string) => url.replace('https://', '');

test('adds a coupon and a campaign to the link and remembers the campaign', async () => {
  await renderApp(ADDRESS, createBuilderHandlers(createPublishedPage()));
  await openShare();
  await expect.element(link()).toHaveTextContent(withoutScheme(PUBLISHED_URL));
  await page.getByLabelText('Apply a coupon').selectOptions('QUARTER');
  await page.getByRole('button', { name: 'newsletter / email' }).click();
  await page.getByLabelText('Campaign', { exact: true }).fill('Spring sale');
  await expect
    .element(link())
    .toHaveTextContent(
      withoutScheme(`${PUBLISHED_URL}?coupon=QUARTER&utm_source=newsletter&utm_medium=email&utm_campaign=Spring+sale`),
    );
  await page.getByRole('button', { name: 'Save campaign' }).click();
  await userEvent.keyboard('{Escape}');
  await openShare();
  await page.getByRole('button', { name: 'newsletter / email / Spring sale' }).click();
  await expect.element(page.getByLabelText('Source')).toHaveValue('newsletter');
});

/** Responds to the request for the published page, which the fake RPC does not handle. */
function answerPublishedPage(html: string): void {
  const answer = window.fetch;
  window.fetch = (input, init) =>
    input === new URL(PUBLISHED_URL).pathname
      ? Promise.resolve(new Response(html, { headers: { 'Content-Type': 'text/html' } }))
      : answer(input, init);
}

test('shows the social cards of the page and messages to share', async () => {
  await renderApp(ADDRESS, createBuilderHandlers(createPublishedPage()));
  answerPublishedPage(
    '<html><head><meta property="og:title" content="Linocut, as networks read it">' +
      '<meta property="og:image" content="https://tillwright.test/templates/course.webp"></head></html>',
  );
  await openShare();
  await openTab('Preview');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Linocut, as networks read it').first()).toBeVisible();
  const widths = () =>
    [...dialog.element().querySelectorAll('figure img')].map((image) =>
      image instanceof HTMLImageElement && image.naturalWidth > 0 ? 'loaded' : 'missing',
    );
  await expect.poll(widths).toEqual(['loaded', 'loaded', 'loaded']);

  await openTab('Messages');
  await expect.element(page.getByLabelText('Email: subject')).toHaveValue('Linocut for Beginners');
  await expect
    .poll(() => (page.getByLabelText('Social post: text').element() as HTMLTextAreaElement).value)
    .toContain(PUBLISHED_URL);
  await expect
    .element(page.getByRole('link', { name: 'Open in email app' }))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:\?subject=Linocut%20for%20Beginners&body=Hi/));
});

test('explains why a page has no card and reloads it on request', async () => {
  await renderApp(ADDRESS, createBuilderHandlers(createPublishedPage()));
  answerPublishedPage('<html><head></head></html>');
  await openShare();
  await openTab('Preview');
  await expect.element(page.getByText(/isn’t taking payments right now/)).toBeVisible();
  answerPublishedPage(
    '<html><head><meta property="og:title" content="Open again">' +
      '<meta property="og:image" content="/templates/course.webp"></head></html>',
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('dialog').getByText('Open again').first()).toBeVisible();
});
