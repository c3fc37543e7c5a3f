import type { Page } from '@playwright/test';

import { FACES, FONT_PRESETS } from '#domain/fonts.ts';

import { expect, test } from './journey.ts';
import { LAYOUTS, offersOf, uploadedSample } from './offers.ts';
import { connectedSeller, freshWord, publish, samplePage } from './seller.ts';

type Loaded = { url: string; type: string };

/** Records the path and type of each request of a page. */
function watchLoads(page: Page): Loaded[] {
  const loaded: Loaded[] = [];
  page.on('request', (request) =>
    loaded.push({ url: new URL(request.url()).pathname, type: request.resourceType() }),
  );
  return loaded;
}

const ofType = (loaded: Loaded[], type: string) =>
  loaded.filter((one) => one.type === type).map(({ url }) => url);

/** Waits for all resources and fonts, and for two more frames. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Records layout shifts from the start of the document. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));

/** The width in device pixels that the image needs before it is cropped, and the file that the browser chose. */
const pictureIn = (page: Page) =>
  page.locator('.co-art img').evaluate((img: HTMLImageElement) => {
    const { width, height } = img.getBoundingClientRect();
    const own = Number(img.getAttribute('width')) / Number(img.getAttribute('height'));
    const needed = Math.max(width, height * own) * devicePixelRatio;
    return { needed, file: new URL(img.currentSrc).pathname };
  });

const widthOf = (file: string): number => Number(/-(\d+)\.webp$/.exec(file)?.[1] ?? 1600);

test('each screen loads one image, the narrowest that is wide enough', async ({ shop, guest }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS) {
    const seller = await connectedSeller(shop);
    const images = await uploadedSample(seller, layout);
    const { url } = await publish(seller, samplePage({ layout, ...images, customSlug: freshWord(layout) }));
    for (const [width, scale] of [
      [1440, 1],
      [1440, 2],
      [1000, 1],
      [768, 2],
      [390, 3],
      [320, 1],
    ] as const) {
      const name = `${layout} at ${width} px, ${scale} to one`;
      const visitor = await guest({ viewport: { width, height: 900 }, deviceScaleFactor: scale });
      const loaded = watchLoads(visitor);
      await visitor.goto(url);
      await settled(visitor);
      const pictures = ofType(loaded, 'image').filter((path) =>
        path.startsWith(images.productImage.slice(0, 70)),
      );
      const { needed, file } = await pictureIn(visitor);
      expect.soft(pictures, name).toEqual([file]);
      const enough = [480, 800, 1200, 1600].find((one) => one >= needed - 1) ?? 1600;
      expect.soft(widthOf(file), `${name} draws ${Math.round(needed)}`).toBe(enough);
      await visitor.context().close();
    }
  }
});

test('the layout does not shift while images and fonts load', async ({ shop, guest }) => {
  test.setTimeout(180_000);
  for (const layout of LAYOUTS)
    for (const { url, amount } of await offersOf(shop, layout))
      for (const width of [1440, 768, 390]) {
        const visitor = await guest({ viewport: { width, height: 900 } });
        await watchShifts(visitor);
        const held = Promise.withResolvers<void>();
        await visitor.route('**/media/**', async (route) => {
          await held.promise;
          await route.continue();
        });
        await visitor.goto(url, { waitUntil: 'domcontentloaded' });
        await expect(visitor.locator('.co-price')).toBeVisible();
        await visitor.evaluate(
          () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
        );
        held.resolve();
        await settled(visitor);
        expect.soft(await shiftIn(visitor), `${layout}, ${amount}, ${width} px`).toBeLessThan(0.01);
        await visitor.context().close();
      }
});

test('a page in Latin script loads exactly the fonts that it preloads', async ({
  shop,
  guest,
}) => {
  test.setTimeout(180_000);
  const seller = await connectedSeller(shop);
  for (const [place, heading] of FACES.entries()) {
    const fonts = { heading, body: FACES[(place + 5) % FACES.length] ?? heading };
    const testimonials = {
      enabled: true,
      items: [{ name: 'Zoë Ångström', role: 'Reader', rating: 4, text: 'Très bien – “good”.' }],
    };
    const { url } = await publish(
      seller,
      samplePage({ fonts, testimonials, customSlug: freshWord('letters') }),
    );
    const visitor = await guest();
    const loaded = watchLoads(visitor);
    await visitor.goto(`${url}?coupon=QUARTER`);
    await settled(visitor);
    const announced = await visitor
      .locator('link[rel=preload][as=font]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
    const taken = await visitor.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll(/["']/g, '')),
    );
    const name = `${fonts.heading} and ${fonts.body}`;
    const letters = ofType(loaded, 'font');
    expect.soft(letters.toSorted(), name).toEqual(announced.toSorted());
    expect
      .soft(
        letters.every((path) => path.startsWith('/assets/')),
        name,
      )
      .toBe(true);
    expect
      .soft(new Set(taken.filter((family) => !family.endsWith('Stand-in'))), name)
      .toEqual(new Set([fonts.heading, fonts.body]));
    await visitor.context().close();
  }
});

test('late fonts replace their fallbacks without a layout shift', async ({ shop, guest }) => {
  test.setTimeout(180_000);
  const seller = await connectedSeller(shop);
  for (const fonts of Object.values(FONT_PRESETS)) {
    const { url } = await publish(seller, samplePage({ fonts, customSlug: freshWord('late') }));
    const visitor = await guest();
    await watchShifts(visitor);
    const held = Promise.withResolvers<void>();
    await visitor.route('**/*.woff2', async (route) => {
      await held.promise;
      await route.continue();
    });
    await visitor.goto(url, { waitUntil: 'domcontentloaded' });
    const standIn = `${fonts.body} Stand-in`;
    const loaded = visitor.evaluate(
      (family) =>
        document.fonts.load(`400 16px '${family}'`).then(
          (faces) => faces.length > 0,
          () => false,
        ),
      standIn,
    );
    // A machine without Arial or a metric-compatible font has no fallback to measure.
    if (!(await loaded)) {
      held.resolve();
      continue;
    }
    const height = () => visitor.locator('.co-page').evaluate((sheet) => sheet.scrollHeight);
    const widthOf = (part: string) =>
      visitor
        .locator(part)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().width;
        });
    const before = [await height(), await widthOf('.co-name'), await widthOf('.co-desc')];
    held.resolve();
    await settled(visitor);
    const after = [await height(), await widthOf('.co-name'), await widthOf('.co-desc')];
    for (const [place, size] of before.entries())
      expect.soft(Math.abs(size / (after[place] ?? 0) - 1), `${standIn} ${place}`).toBeLessThan(0.06);
    expect.soft(await shiftIn(visitor), standIn).toBeLessThan(0.01);
    await visitor.context().close();
  }
});
