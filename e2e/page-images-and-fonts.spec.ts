import type { Page, Response } from '@playwright/test';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { FONT_FAMILIES, FONT_PRESETS } from '#domain/fonts.ts';

import { expect, test } from './support/fixtures.ts';
import { LAYOUTS, publishLayoutPages, uploadSampleImages } from './support/layout-pages.ts';
import { getLayoutShift, recordLayoutShifts } from './support/layout-shifts.ts';
import { createConnectedSeller, uniqueName, publishPage, createPageConfig } from './support/seller.ts';

type LoadedResource = { url: string; type: string };

/** Records the path and type of each request of a page. */
function recordRequests(page: Page): LoadedResource[] {
  const resources: LoadedResource[] = [];
  page.on('request', (request) =>
    resources.push({ url: new URL(request.url()).pathname, type: request.resourceType() }),
  );
  return resources;
}

const filterByType = (resources: LoadedResource[], type: string) =>
  resources.filter((one) => one.type === type).map(({ url }) => url);

/** Waits for all resources and fonts, and for two more frames. */
async function waitForRender(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** The width in device pixels that the image needs before it is cropped, and the file that the browser chose. */
const getPicture = (page: Page) =>
  page.locator('.co-art img').evaluate((img: HTMLImageElement) => {
    const { width, height } = img.getBoundingClientRect();
    const aspectRatio = Number(img.getAttribute('width')) / Number(img.getAttribute('height'));
    const needed = Math.max(width, height * aspectRatio) * devicePixelRatio;
    return { needed, file: new URL(img.currentSrc).pathname };
  });

const getFileWidth = (file: string): number => Number(/-(\d+)\.webp$/.exec(file)?.[1] ?? 1600);

test('each screen loads one image, the narrowest that is wide enough', async ({ app, openContextPage }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS) {
    const seller = await createConnectedSeller(app);
    const images = await uploadSampleImages(seller, layout);
    const { url } = await publishPage(seller, createPageConfig({ layout, ...images, customSlug: uniqueName(layout) }));
    for (const [width, scale] of [
      [1440, 1],
      [1440, 2],
      [1000, 1],
      [768, 2],
      [390, 3],
      [320, 1],
    ] as const) {
      const name = `${layout} at ${width} px, ${scale} to one`;
      const visitorPage = await openContextPage({
        viewport: { width, height: 900 },
        deviceScaleFactor: scale,
      });
      const resources = recordRequests(visitorPage);
      await visitorPage.goto(url);
      await waitForRender(visitorPage);
      const pictures = filterByType(resources, 'image').filter((path) =>
        path.startsWith(images.productImage.slice(0, 70)),
      );
      const { needed, file } = await getPicture(visitorPage);
      expect.soft(pictures, name).toEqual([file]);
      const enough = [480, 800, 1200, 1600].find((one) => one >= needed - 1) ?? 1600;
      expect.soft(getFileWidth(file), `${name} draws ${Math.round(needed)}`).toBe(enough);
      await visitorPage.context().close();
    }
  }
});

test('the layout does not shift while images and fonts load', async ({ app, openContextPage }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS)
    for (const { url, contentSize } of await publishLayoutPages(app, layout))
      for (const width of [1440, 768, 390]) {
        const visitorPage = await openContextPage({ viewport: { width, height: 900 } });
        await recordLayoutShifts(visitorPage);
        const gate = Promise.withResolvers<void>();
        await visitorPage.route('**/media/**', async (route) => {
          await gate.promise;
          await route.continue();
        });
        await visitorPage.goto(url, { waitUntil: 'domcontentloaded' });
        await expect(visitorPage.locator('.co-price')).toBeVisible();
        await visitorPage.evaluate(
          () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
        );
        gate.resolve();
        await waitForRender(visitorPage);
        expect.soft(await getLayoutShift(visitorPage), `${layout}, ${contentSize}, ${width} px`).toBeLessThan(0.01);
        await visitorPage.context().close();
      }
});

/** Waits until the published page has font files of its own, which are made in the background. */
const waitForOwnFonts = (url: string) =>
  expect.poll(async () => (await (await fetch(url)).text()).includes('href="/fonts/'), { timeout: 15_000 }).toBe(true);

test('a page in Latin script loads exactly the fonts that it preloads', async ({ app, openContextPage }) => {
  test.setTimeout(180_000);
  const seller = await createConnectedSeller(app);
  for (const [index, heading] of FONT_FAMILIES.entries()) {
    const fonts = { heading, body: FONT_FAMILIES[(index + 5) % FONT_FAMILIES.length] ?? heading };
    const testimonials = {
      enabled: true,
      items: [{ name: 'Zoë Ångström', role: 'Reader', rating: 4, text: 'Très bien – “good”.' }],
    };
    const { url } = await publishPage(
      seller,
      createPageConfig({ fonts, testimonials, customSlug: uniqueName('letters') }),
    );
    await waitForOwnFonts(url);
    const visitorPage = await openContextPage();
    const resources = recordRequests(visitorPage);
    await visitorPage.goto(`${url}?coupon=QUARTER`);
    await waitForRender(visitorPage);
    const announced = await visitorPage
      .locator('link[rel=preload][as=font]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
    const loadedFonts = await visitorPage.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll(/["']/g, '')),
    );
    const name = `${fonts.heading} and ${fonts.body}`;
    const fontFiles = filterByType(resources, 'font');
    expect.soft(fontFiles.toSorted(), name).toEqual(announced.toSorted());
    expect
      .soft(
        fontFiles.every((path) => path.startsWith('/fonts/')),
        name,
      )
      .toBe(true);
    expect
      .soft(new Set(loadedFonts.filter((family) => !family.endsWith('Stand-in'))), name)
      .toEqual(new Set([fonts.heading, fonts.body]));
    await visitorPage.context().close();
  }
});

/** Budget of a first visit without images, in compressed bytes. */
const MAX_FIRST_VISIT_BYTES = 40_000;

const FULL_PAGE: Partial<CheckoutPageConfig> = {
  features: ['12 lessons, 4 hours of video', 'Glaze recipes & firing curves', 'Lifetime access, any device'],
  testimonials: {
    enabled: true,
    items: [
      { name: 'Zoë Ångström', role: 'Studio owner', rating: 5, text: 'Très bien – “good” from the first day.' },
      { name: 'Jonathan Quick', role: 'Hobby potter', rating: 4, text: 'My bowls have stopped wobbling.' },
    ],
  },
  requireTerms: true,
  termsUrl: 'https://example.com/terms',
};

test('a first visit stays within 40 kB in each font pair, and other characters load a full font', async ({
  app,
  openContextPage,
}) => {
  test.setTimeout(180_000);
  const seller = await createConnectedSeller(app);
  for (const [preset, fonts] of Object.entries(FONT_PRESETS)) {
    const config = createPageConfig({ ...FULL_PAGE, fonts, customSlug: uniqueName('weight') });
    const { url } = await publishPage(seller, config);
    await waitForOwnFonts(url);
    const visitorPage = await openContextPage();
    const responses: Response[] = [];
    visitorPage.on('response', (response) => responses.push(response));
    await visitorPage.goto(url);
    await waitForRender(visitorPage);
    await visitorPage.getByRole('button', { name: 'Apply' }).click();
    await visitorPage.getByLabel('Coupon code').fill('NOTHING');
    await visitorPage.getByRole('button', { name: 'Apply' }).click();
    await visitorPage.waitForLoadState('networkidle');
    const loaded = responses.filter((response) =>
      /^(document|stylesheet|script|font)$/.test(response.request().resourceType()),
    );
    const sizes = await Promise.all(loaded.map((response) => response.request().sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect.soft(bytes, preset).toBeLessThanOrEqual(MAX_FIRST_VISIT_BYTES);
    const fontPaths = () =>
      responses.map((response) => new URL(response.url()).pathname).filter((path) => path.endsWith('.woff2'));
    expect
      .soft(
        fontPaths().filter((path) => !path.startsWith('/fonts/')),
        preset,
      )
      .toEqual([]);
    await visitorPage.getByLabel('Coupon code').fill('Őrség');
    await expect
      .poll(() => fontPaths().some((path) => path.startsWith('/assets/') && path.includes('latin-ext')), {
        message: preset,
      })
      .toBe(true);
    await visitorPage.context().close();
  }
});

test('late fonts replace their fallbacks without a layout shift', async ({ app, openContextPage }) => {
  test.setTimeout(180_000);
  const seller = await createConnectedSeller(app);
  for (const fonts of Object.values(FONT_PRESETS)) {
    const { url } = await publishPage(seller, createPageConfig({ fonts, customSlug: uniqueName('late') }));
    await waitForOwnFonts(url);
    const visitorPage = await openContextPage();
    await recordLayoutShifts(visitorPage);
    const gate = Promise.withResolvers<void>();
    await visitorPage.route('**/*.woff2', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await visitorPage.goto(url, { waitUntil: 'domcontentloaded' });
    const fallbackFont = `${fonts.body} Stand-in`;
    const hasFallbackFont = visitorPage.evaluate(
      (family) =>
        document.fonts.load(`400 16px '${family}'`).then(
          (fontFaces) => fontFaces.length > 0,
          () => false,
        ),
      fallbackFont,
    );
    // A machine without Arial or a metric-compatible font has no fallback to measure.
    if (!(await hasFallbackFont)) {
      gate.resolve();
      continue;
    }
    const height = () => visitorPage.locator('.co-page').evaluate((element) => element.scrollHeight);
    const measureWidth = (selector: string) =>
      visitorPage
        .locator(selector)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().width;
        });
    const before = [await height(), await measureWidth('.co-name'), await measureWidth('.co-desc')];
    gate.resolve();
    await waitForRender(visitorPage);
    const after = [await height(), await measureWidth('.co-name'), await measureWidth('.co-desc')];
    for (const [index, size] of before.entries())
      expect.soft(Math.abs(size / (after[index] ?? 0) - 1), `${fallbackFont} ${index}`).toBeLessThan(0.06);
    expect.soft(await getLayoutShift(visitorPage), fallbackFont).toBeLessThan(0.01);
    await visitorPage.context().close();
  }
});
