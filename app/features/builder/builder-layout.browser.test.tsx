import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';

import { openDraft } from '#app/testing/builder-fields.ts';
import { openTab } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createTrialStatus, NOT_CONNECTED } from '#app/testing/builder.ts';
import { createTestUser } from '#app/testing/fake-session.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('opens each tab at its top', async () => {
  await openDraft();
  await openTab('Settings');
  const form = document.querySelector('#builder-form');
  form?.scrollTo(0, 300);
  expect(form?.scrollTop).toBe(300);
  await openTab('Content');
  await expect.poll(() => form?.scrollTop).toBe(0);
});

test('suggests a template while a new page is empty', async () => {
  await renderApp('/builder', createBuilderHandlers());
  const link = page.getByRole('link', { name: 'start from a template' });
  await expect.element(link).toHaveAttribute('href', '/pages?new=1');
  await page.getByLabelText('Product name').fill('Linocut');
  await expect.element(link).not.toBeInTheDocument();
});

test.for([
  [390, 844],
  [360, 740],
  [320, 568],
])(
  'fits each banner and its buttons into a phone of %d by %d, above the first field',
  async ([width = 0, height = 0]) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1280, 900));
    await renderApp('/builder', { ...createBuilderHandlers(), 'get-connection': () => NOT_CONNECTED });
    await expect.element(page.getByRole('complementary', { name: 'Stripe' })).toBeVisible();
    const banners = [...document.querySelectorAll<HTMLElement>('.builder-banners__banner')];
    expect(banners.length).toBeGreaterThan(1);
    for (const banner of banners) {
      expect(banner.offsetWidth).toBeLessThanOrEqual(width);
      expect(banner.scrollWidth).toBeLessThanOrEqual(banner.offsetWidth);
    }
    // As high as the placeholder, so that nothing moves when the banners arrive.
    const row = document.querySelector<HTMLElement>('.builder-banners');
    expect(row?.scrollHeight).toBeLessThanOrEqual(Number.parseFloat(row ? getComputedStyle(row).minHeight : ''));
    const field = page.getByLabelText('Product name').element().getBoundingClientRect();
    const bar = document.querySelector('.builder-mobile-bar')?.getBoundingClientRect();
    expect(field.bottom).toBeLessThan(bar?.top ?? 0);
  },
);

test('shows plan and Stripe banners together once both are known, so that none moves', async () => {
  localStorage.setItem(`tillwright-enrolled-${createTestUser().id}`, 'true');
  const status = Promise.withResolvers<ReturnType<typeof createTrialStatus>>();
  await renderApp('/builder', { ...createBuilderHandlers(), 'check-subscription-status': () => status.promise });
  // The button is called “Connect Stripe to Publish” until the connection is known.
  await expect.element(page.getByRole('button', { name: 'Publish', exact: true }).first()).toBeVisible();
  const stripeBanner = page.getByRole('complementary', { name: 'Stripe' });
  expect(stripeBanner.elements()).toEqual([]);
  status.resolve(createTrialStatus());
  await expect.element(page.getByRole('region', { name: 'Your plan' })).toBeVisible();
  await expect.element(stripeBanner).toBeVisible();
});

test('shows the last pages on a phone in the height that the placeholder reserves for connected sellers', async () => {
  await page.viewport(390, 844);
  document.documentElement.dataset.connected = '';
  onTestFinished(async () => {
    delete document.documentElement.dataset.connected;
    await page.viewport(1280, 900);
  });
  const pages = ['Linocut for Beginners', 'Throwing Taller'].map((name) => createPageSummary({ name }));
  await renderApp('/builder', { ...createBuilderHandlers(), 'list-pages': () => ({ pages, access: true }) });
  await expect.element(page.getByRole('link', { name: 'Throwing Taller' })).toBeInTheDocument();
  expect(document.querySelector('.builder-banners')?.clientHeight).toBe(56);
});
