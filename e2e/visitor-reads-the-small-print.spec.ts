import { AxeBuilder } from '@axe-core/playwright';

import { OPERATOR } from '#content/legal/operator.ts';
import { PRIVACY } from '#content/legal/privacy.ts';
import { TERMS } from '#content/legal/terms.ts';
import { SITE } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { longDate } from '#domain/long-date.ts';

import { expect, test } from './journey.ts';

const DOCUMENTS = [
  { path: '/privacy', document: PRIVACY, email: OPERATOR.privacyEmail },
  { path: '/terms', document: TERMS, email: OPERATOR.legalEmail },
];

for (const { path, document, email } of DOCUMENTS)
  test(`${document.title} bears today's date, says whom to write to, and has its contents`, async ({
    guest,
  }) => {
    const page = await guest({ javaScriptEnabled: false });
    const before = longDate(new Date());
    await page.goto(path);
    const dates = new Set([before, longDate(new Date())]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(document.title);
    const said = await page.getByText(/^Last updated: /).innerText();
    expect([...dates].map((date) => `Last updated: ${date}`)).toContain(said);
    await expect(page.getByRole('link', { name: email }).first()).toHaveAttribute('href', `mailto:${email}`);
    await expect(
      page.getByRole('main').getByRole('link', { name: SITE.supportEmail }).first(),
    ).toHaveAttribute('href', `mailto:${SITE.supportEmail}`);
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    await expect(contents).toHaveText(document.sections.map(({ title }) => title));
    await contents.last().click();
    await expect(page.getByRole('heading', { name: /^\d+\. Contact$/ })).toBeInViewport();
  });

test('printed, the terms are text and nothing around it', async ({ page }) => {
  await page.goto('/terms');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('No sale is ever stopped because of a limit.')).toBeVisible();
  for (const around of ['.bar', '.foot', '.legal-contents']) await expect(page.locator(around)).toBeHidden();
});

test('the about page tells the story and shows the two founders with their portraits and links', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why a till.');
  expect(TEAM).toHaveLength(2);
  for (const { name, role, links } of TEAM) {
    const card = page.locator('.about-member').filter({ hasText: name });
    await expect(card.getByText(role)).toBeVisible();
    await card.locator('img').scrollIntoViewIfNeeded();
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    for (const { network, href } of links)
      await expect(card.getByRole('link', { name: `${network} of ${name}` })).toHaveAttribute('href', href);
  }
  await expect(page.getByRole('main').getByRole('link', { name: SITE.supportEmail })).toBeVisible();
});

test('each has a title, a description, one address and its place in the site', async ({ page, shop }) => {
  for (const [path, title] of [
    ['/about', 'About'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ]) {
    await page.goto(`${path}?from=elsewhere`);
    await expect(page).toHaveTitle(`${title} · ${SITE.name}`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.url}${path}`);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    expect(description?.length).toBeGreaterThan(60);
    const [crumbs = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(JSON.parse(crumbs)).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{ item: `${shop.url}/` }, { item: `${shop.url}${path}` }],
    });
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 390, 320])
    test(`the small print can be read at ${width} pixels, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/about', '/privacy', '/terms']) {
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
