import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { HELP } from '#content/help/help-categories.ts';

import { expect, test } from './support/fixtures.ts';

const listVisibleQuestions = (page: Page) => page.locator('.help__list > details:visible summary').allInnerTexts();
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search the help center' });
const allArticles = HELP.flatMap(({ articles }) => articles);

test(
  'the help searches questions and answers while the visitor types, and updates the URL',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/help');
    await searchBox(page).pressSequentially('PAYOUT');
    await expect(page.getByRole('status').filter({ hasText: 'articles with “PAYOUT”' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Categories' })).toBeHidden();
    const shown = page.locator('.help__list > details:visible');
    const count = await shown.count();
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThan(allArticles.length);
    for (const text of await shown.allTextContents()) expect(text.toLowerCase()).toContain('payout');
    await expect(shown.first().locator('mark').first()).toHaveText(/^payout$/i);
    await expect(page).toHaveURL(/\/help\?q=PAYOUT$/);

    await searchBox(page).fill('zeppelin');
    await expect(page.getByText('No articles found matching “zeppelin”')).toBeVisible();
    await expect(page.getByText('Try a different search term or browse all categories above')).toBeVisible();
    await page.getByRole('navigation', { name: 'Categories' }).getByText('Getting Started').click();
    await expect(page).toHaveURL(/\/help#getting-started$/);
    await expect(searchBox(page)).toHaveValue('');
    expect(await page.locator('.help__list > details:visible').count()).toBe(allArticles.length);
    await expect(page.locator('mark')).toHaveCount(0);
  },
);

test('going back restores the search', async ({ page }) => {
  await page.goto('/help');
  await searchBox(page).fill('apple pay');
  await expect(page).toHaveURL(/\?q=apple\+pay$/);
  const before = await listVisibleQuestions(page);
  await page.goto('/about');
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('apple pay');
  expect(await listVisibleQuestions(page)).toEqual(before);
});

/** Everything in the document that a search changes. */
const readSearchState = (page: Page) =>
  page.locator('main').evaluate((main) => [
    ...[...main.querySelectorAll<HTMLDetailsElement>('.help__list > details')].map(({ hidden, open, innerHTML }) => ({
      hidden,
      open,
      innerHTML,
    })),
    ...[...main.querySelectorAll<HTMLElement>('section, [data-cards], [data-none]')].map(({ hidden }) => hidden),
    ...[...main.querySelectorAll('[data-count], [data-none]')].map(({ textContent }) => textContent),
  ]);

const QUERIES = [
  'refund',
  'Stripe dashboard',
  'slug',
  'don’t',
  'cafe',
  '(',
  '.*',
  '2 MB',
  'on the',
  'zeppelin',
  '([a-z]+){9}$^.*?\\',
  '</script><img src=x onerror=alert(1)>',
  '\u202Etext\u2066',
  'ß İ ﬁ 𝒳 👩‍👩‍👧‍👦 شكرا 買',
  '',
];

/** The same parts of the document that the server renders for a search. */
const readServerSearchState = (page: Page, query: string) =>
  page.evaluate(
    async (address) => {
      const html = await (await fetch(address)).text();
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      // A parsed document has the same properties as a displayed one.
      return [
        ...[...parsed.querySelectorAll<HTMLDetailsElement>('main .help__list > details')].map(
          ({ hidden, open, innerHTML }) => ({ hidden, open, innerHTML }),
        ),
        ...[...parsed.querySelectorAll<HTMLElement>('main :is(section, [data-cards], [data-none])')].map(
          ({ hidden }) => hidden,
        ),
        ...[...parsed.querySelectorAll('main :is([data-count], [data-none])')].map(({ textContent }) => textContent),
      ];
    },
    `/help?${new URLSearchParams({ q: query })}`,
  );

test('the script finds the same results as the server', async ({ page }) => {
  await page.goto('/help?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E%00');
  for (const query of QUERIES) {
    await searchBox(page).fill(query);
    await expect.poll(() => readSearchState(page), query).toEqual(await readServerSearchState(page, query));
  }
});

test('the URL of an answer opens it', async ({ page }) => {
  await page.goto('/help#change-address');
  await expect(page.getByText('The old URL redirects to the new one')).toBeInViewport();
  await expect(page.locator('summary', { hasText: 'Can I change the URL after publishing?' })).toBeInViewport();
  expect(await page.locator('details[open]').count()).toBe(1);
});

test('opening an answer updates the URL, and a link inside the help opens another answer', async ({ page }) => {
  await page.goto('/help?q=share+of+my+sales');
  await page.getByRole('link', { name: 'What a payment costs' }).click();
  await expect(page).toHaveURL(/\/help#fees$/);
  await expect(page.getByText('2.9% + $0.30')).toBeInViewport();
  await page.locator('summary', { hasText: 'Can I change the URL after publishing?' }).click();
  await expect(page).toHaveURL(/\/help#change-address$/);
  await page.locator('summary', { hasText: 'Can I change the URL after publishing?' }).click();
  await expect(page).toHaveURL(/\/help$/);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 390, 320])
    test(`the help is accessible at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/help#plans', '/help?q=refund', `/help?q=${'wideword'.repeat(20)}`]) {
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(
          violations.map(({ id }) => id),
          path,
        ).toEqual([]);
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overhang, path).toBeLessThanOrEqual(0);
      }
    });
