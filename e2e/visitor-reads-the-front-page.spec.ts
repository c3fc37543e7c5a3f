import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';

import { PAGE_BYTES } from '#domain/page-weight.ts';

import { expect, test } from './journey.ts';

const SECTIONS = [
  'Make your own till.',
  'On sale in under 5 minutes.',
  'Everything is on the counter.',
  'Three sizes of till.',
  'Asked at the counter',
  'We kept rebuilding the same page.',
  'Open for business before the kettle boils.',
];

const preview = (page: Page, layout: string): Locator => page.locator(`.sample[data-layout="${layout}"]`);
const questions = (page: Page): Locator => page.locator('.questions details');

test('the sections stand in their order, and each key leads where it says', async ({ page }) => {
  await page.goto('/');
  const headings = page.locator('main > section').locator('h1, h2').filter({ visible: true });
  const shown = (await headings.allInnerTexts()).map((text) => text.replaceAll('\n', ' '));
  expect(shown.filter((text) => SECTIONS.includes(text))).toEqual(SECTIONS);
  await expect(page.locator('section#features')).toContainText('135 currencies');
  await expect(page.locator('section#pricing .plan')).toHaveCount(3);
  await expect(page.locator('.plan', { hasText: 'Growth' }).first()).toBeVisible();
  await expect(page.locator('#plan-growth')).toContainText('Most Popular');

  const hrefsOf = async (name: string) =>
    Promise.all(
      (await page.getByRole('link', { name, exact: true }).all()).map((a) => a.getAttribute('href')),
    );
  expect(await hrefsOf('Start for free')).toEqual(['/builder', '/builder']);
  expect(await hrefsOf('View demo')).toEqual(['/checkout/demo']);
  expect(await hrefsOf('Start Free Trial')).toEqual(['/pricing', '/pricing', '/pricing']);
  expect(await hrefsOf('Talk to sales')).toEqual([expect.stringMatching(/^mailto:[^?]+@[^?]+\?subject=/)]);
});

test('the plans cost what they cost, and say what they do', async ({ page }) => {
  await page.goto('/');
  for (const [id, price, limit] of [
    ['starter', '$9', 'Up to $3,000 of sales a month'],
    ['growth', '$29', 'Up to $10,000 of sales a month'],
    ['pro', '$99', 'No limit on sales'],
  ] as const) {
    const plan = page.locator(`#plan-${id}`);
    await expect(plan.getByRole('img', { name: price, exact: true })).toBeVisible();
    await expect(plan).toContainText(limit);
  }
  await expect(page.locator('#pricing')).toContainText('7 days free, without a credit card');
  await expect(page.locator('#pricing')).toContainText('free for ever');
  await expect(page.locator('main')).not.toContainText(/custom integrations/i);
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script';

  test(`the preview shows its three layouts, ${how}`, async ({ guest }) => {
    const page = await guest({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });
    await page.goto('/');
    for (const [layout, product, price] of [
      ['Classic', 'Throwing Taller', '$89.00'],
      ['Modern', 'Night Drive sample pack', '$29.00'],
      ['Minimal', 'Four letters a year', '€48.00'],
    ] as const) {
      await page.getByText(layout, { exact: true }).first().click();
      await expect(page.locator('.sample:visible')).toHaveCount(1);
      await expect(preview(page, layout.toLowerCase())).toContainText(product);
      await expect(page.locator('.sample-price:visible')).toHaveCount(1);
      await expect(page.locator('.machine').getByRole('img', { name: price })).toBeVisible();
    }
  });

  test(`one answer is open at a time, ${how}`, async ({ guest }) => {
    const page = await guest({ javaScriptEnabled });
    await page.goto('/');
    await expect(questions(page)).toHaveCount(8);
    const open = page.locator('.questions details[open] h3');
    await expect(open).toHaveText('Is it free, or is it a trial?');
    await page.getByText('Where does the money go?').click();
    await expect(open).toHaveText('Where does the money go?');
    await page.getByText('Where does the money go?').click();
    await expect(open).toHaveCount(0);
  });
}

test('the preview’s fields are a picture: disabled, and out of everyone’s reach', async ({ page }) => {
  await page.goto('/');
  const classic = preview(page, 'classic');
  for (const label of ['Email', 'Cardholder name', 'Card information', 'Expiry', 'CVC'])
    await expect(classic.getByLabel(label, { exact: true })).toBeDisabled();
  await expect(classic.getByLabel('CVC')).toHaveAttribute('maxlength', '4');
  const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
  const told = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  expect(told).toContain('radio');
  expect(told).not.toContain('textbox');
  await page.getByRole('radio', { name: 'Classic' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(preview(page, 'modern')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Read the first-page guide' })).toBeFocused();
});

test('the front page tells machines who we are, what it costs and what is asked', async ({ page, shop }) => {
  const html = await (await page.request.get('/')).text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null;
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
  expect(html).toContain('<title>Tillwright · Make your own till</title>');
  expect(html).toContain(`<link rel="canonical" href="${shop.url}/"/>`);
  expect(meta('description')).toMatch(/checkout page/);
  expect(meta('og:title')).toBe('Tillwright · Make your own till');
  expect(meta('og:url')).toBe(`${shop.url}/`);
  expect(meta('og:image')).toBe(`${shop.url}/social.png`);
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(meta('robots')).toBeNull();

  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );
  const block = (type: string) => blocks.find((candidate) => candidate['@type'] === type);
  expect(block('Organization')).toMatchObject({ name: 'Tillwright', url: `${shop.url}/` });
  expect(block('SoftwareApplication')).toMatchObject({
    offers: [
      { name: 'Starter', price: '9.00', priceCurrency: 'USD' },
      { name: 'Growth', price: '29.00' },
      { name: 'Pro', price: '99.00' },
    ],
  });
  expect(block('FAQPage')?.mainEntity).toHaveLength(8);

  const picture = await page.request.get('/social.png');
  expect(picture.headers()['content-type']).toBe('image/png');
  const bytes = await picture.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
});

/** Bytes of an address as they travel. */
async function weigh(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('request', (request) => {
    if (['document', 'stylesheet', 'script'].includes(request.resourceType()))
      sizes.push(
        request
          .response()
          .then(() => request.sizes())
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('a published page weighs no more than we say', async ({ page }) => {
  expect(await weigh(page, '/c/demo')).toBeLessThanOrEqual(PAGE_BYTES);
});

test('the front page is light: one document, one small script', async ({ page }) => {
  const scripts: number[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push((await response.request().sizes()).responseBodySize);
  });
  const html = (await (await page.goto('/', { waitUntil: 'networkidle' }))?.body()) ?? Buffer.alloc(0);
  expect(html.byteLength).toBeLessThanOrEqual(64_000);
  expect(scripts).toHaveLength(1);
  expect(scripts[0]).toBeLessThanOrEqual(5000);
});

/** Nothing that axe finds wrong, and nothing that scrolls sideways. */
async function inspect(page: Page, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

for (const width of [320, 390, 820, 1440]) {
  test(`the front page can be read by everyone, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/');
      await page.getByText('Minimal', { exact: true }).first().click();
      await inspect(page, width);
      if (width >= 960) continue;
      await page.getByRole('button', { name: 'Open menu' }).click();
      await inspect(page, width);
    }
  });
}
