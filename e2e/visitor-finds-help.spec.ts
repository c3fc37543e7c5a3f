import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { HELP } from '#content/help/help.ts';
import { SITE } from '#content/site.ts';

import { expect, test } from './journey.ts';

const questionsShown = (page: Page) => page.locator('[data-article]:visible summary').allInnerTexts();
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the help' });
const all = HELP.flatMap(({ articles }) => articles);

test('a card of a category says how much it holds and leads to it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/help');
  const cards = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(cards).toHaveCount(HELP.length);
  for (const { title, articles } of HELP)
    await expect(cards.filter({ hasText: title })).toContainText(`${articles.length} articles`);
  await cards.filter({ hasText: 'Legal & Compliance' }).click();
  await expect(page.getByRole('heading', { name: 'Legal & Compliance' })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
});

test('an answer opens and closes by keyboard', async ({ page }) => {
  await page.goto('/help');
  const answer = page.getByText('All of them publish as many pages as you like');
  await expect(answer).toBeHidden();
  await page.locator('summary', { hasText: 'Which plans are there?' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await expect(page.getByText('Growth: $29 a month, $10,000 of sales a month.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
});

test('the help searches while one types, in questions and answers, and the address follows', async ({
  page,
}) => {
  await page.goto('/help');
  await box(page).pressSequentially('PAYOUT');
  await expect(page.getByRole('status').filter({ hasText: 'articles with “PAYOUT”' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeHidden();
  const shown = page.locator('[data-article]:visible');
  const count = await shown.count();
  expect(count).toBeGreaterThan(1);
  expect(count).toBeLessThan(all.length);
  for (const text of await shown.allTextContents()) expect(text.toLowerCase()).toContain('payout');
  await expect(shown.first().locator('mark').first()).toHaveText(/^payout$/i);
  await expect(page).toHaveURL(/\/help\?q=PAYOUT$/);

  await box(page).fill('zeppelin');
  await expect(page.getByText('No articles found matching “zeppelin”')).toBeVisible();
  await expect(page.getByText('Try a different search term or browse all categories above')).toBeVisible();
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Getting Started').click();
  await expect(page).toHaveURL(/\/help#getting-started$/);
  await expect(box(page)).toHaveValue('');
  expect(await page.locator('[data-article]:visible').count()).toBe(all.length);
  await expect(page.locator('mark')).toHaveCount(0);
});

test('Back from elsewhere finds the search as it was left', async ({ page }) => {
  await page.goto('/help');
  await box(page).fill('apple pay');
  await expect(page).toHaveURL(/\?q=apple\+pay$/);
  const before = await questionsShown(page);
  await page.goto('/about');
  await page.goBack();
  await expect(box(page)).toHaveValue('apple pay');
  expect(await questionsShown(page)).toEqual(before);
});

/** Everything that a search changes. */
const drawn = (page: Page) =>
  page.locator('main').evaluate((main) => [
    ...[...main.querySelectorAll<HTMLDetailsElement>('[data-article]')].map(
      ({ hidden, open, innerHTML }) => ({
        hidden,
        open,
        innerHTML,
      }),
    ),
    ...[...main.querySelectorAll<HTMLElement>('section, [data-cards], [data-none]')].map(
      ({ hidden }) => hidden,
    ),
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
  '',
];

test('the server finds the same without script, word for word', async ({ page, guest }) => {
  const plain = await guest({ javaScriptEnabled: false });
  await plain.goto('/help');
  await page.goto('/help');
  for (const query of QUERIES) {
    await box(plain).fill(query);
    await plain.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(box(plain)).toHaveValue(query);
    await box(page).fill(query);
    await expect.poll(() => drawn(page), query).toEqual(await drawn(plain));
  }
});

const ODD: readonly (readonly [string, string])[] = [
  ['ten kilobytes', 'coupon'.repeat(1700)],
  ['a NUL', '%00'],
  ['regex characters', encodeURIComponent('([a-z]+){9}$^.*?\\')],
  ['markup', encodeURIComponent('</script><script>alert(1)</script><img src=x onerror=alert(1)>')],
  ['half a character', '%ED%A0%80'],
  ['a broken escape', '%E0%A4%A'],
  ['turned direction', encodeURIComponent('\u202Etext\u2066')],
  ['letters of everywhere', encodeURIComponent('ß İ ﬁ 𝒳 👩‍👩‍👧‍👦 شكرا 買')],
];
for (const [name, query] of ODD)
  test(`looking for ${name} does no harm`, async ({ page }) => {
    const answer = await page.goto(`/help?q=${query}`);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect((await box(page).inputValue()).length).toBeLessThanOrEqual(400);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How can we help?');
    await box(page).fill('coupon');
    await expect(page.locator('[data-article]:visible mark').first()).toHaveText(/coupon/i);
  });

for (const javaScriptEnabled of [true, false])
  test(`an answer's own address opens it ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    guest,
  }) => {
    const page = await guest({ javaScriptEnabled });
    await page.goto('/help#change-address');
    await expect(page.getByText('The old address leads on to the new one')).toBeInViewport();
    await expect(
      page.locator('summary', { hasText: 'Can I change the address after publishing?' }),
    ).toBeInViewport();
    expect(await page.locator('details[open]').count()).toBe(1);
  });

test('every answer can be linked to, and a link inside the help opens the other answer', async ({ page }) => {
  await page.goto('/help?q=share+of+my+sales');
  await page.getByRole('link', { name: 'What a payment costs' }).click();
  await expect(page).toHaveURL(/\/help#fees$/);
  await expect(page.getByText('2.9 % + $0.30')).toBeInViewport();
  const own = page.locator('#fees').getByRole('link', { name: 'Link to this answer' });
  await expect(own).toHaveAttribute('href', '/help#fees');
});

test('whoever is still stuck finds an address to write to', async ({ page }) => {
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Still need help?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${SITE.supportEmail}`),
  );
});

test('search engines read what everybody asks, and one address', async ({ page, shop }) => {
  for (const path of ['/help', '/help?q=coupon']) {
    await page.goto(path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.url}/help`);
  }
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const data = blocks.map((text) => JSON.parse(text) as { '@type': string; mainEntity?: { name: string }[] });
  const faq = data.find((block) => block['@type'] === 'FAQPage');
  expect(faq?.mainEntity?.map(({ name }) => name)).toEqual(
    HELP.find(({ id }) => id === 'frequently-asked-questions')?.articles.map(({ question }) => question),
  );
  expect(data.some((block) => block['@type'] === 'BreadcrumbList')).toBe(true);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 390, 320])
    test(`the help can be read at ${width} pixels, ${colorScheme}`, async ({ page }) => {
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
