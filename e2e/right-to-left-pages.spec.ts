import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { LAYOUTS, uploadSampleImages } from './support/layout-pages.ts';
import { createConnectedSeller, uniqueName, publishPage, createPageConfig } from './support/seller.ts';
import { expectAccessible, expectNoOverflow, takeScreenshot } from './support/visual-checks.ts';

const HEBREW = {
  productName: 'סדנת קדרות למתחילים',
  description: 'שמונה ערבים, סטודיו אחד בתל אביב, וכל החומרים כלולים במחיר. אין צורך בניסיון קודם.',
  features: ['שמונה מפגשים של שעתיים', 'חומר ותנור כלולים', 'PDF עם כל התרגילים', 'Wi-Fi וקפה'],
  buttonText: 'להרשמה',
  testimonials: {
    enabled: true,
    items: [
      {
        name: 'נועה לוי',
        role: 'תלמידה, 2025',
        rating: 4,
        text: 'הגעתי בלי לדעת כלום ויצאתי עם שלוש קערות.',
      },
      { name: 'Dan Cohen', role: 'Haifa', rating: 5, text: 'מורה סבלנית ומקצועית, ממליץ בחום!' },
      { name: 'רותם', role: null, rating: 5, text: 'The best evening of my week.' },
    ],
  },
};

/** The left position of each character of the first text in an element. */
const getCharacterPositions = (page: Page, selector: string): Promise<number[]> =>
  page.locator(selector).evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) return [];
    return Array.from(text.textContent ?? '', (_, index) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().left;
    });
  });

const isAscending = (positions: number[]) =>
  positions.every((position, index) => index === 0 || position >= (positions[index - 1] ?? 0));
const getCenter = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    });

for (const layout of LAYOUTS)
  test(`a ${layout} page in Hebrew is right-to-left, with a left-to-right price`, async ({ page, app }) => {
    const seller = await createConnectedSeller(app);
    const images = await uploadSampleImages(seller, layout);
    const { url } = await publishPage(
      seller,
      createPageConfig({ ...HEBREW, ...images, layout, customSlug: uniqueName('kad') }),
    );
    await page.goto(`${url}?coupon=QUARTER`);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const name = `hebrew-${layout}-${width}`;
      await page.setViewportSize({ width, height });
      await expectNoOverflow(page, name);
      await expectAccessible(page, name);
      await takeScreenshot(page, name);
      for (const selector of ['.co-price [data-part=total]', 'button.co-pay [data-part=total]'])
        expect(isAscending(await getCharacterPositions(page, selector)), `${name}: ${selector}`).toBe(true);
      expect(await page.locator('.co-price [data-part=total]').textContent()).toBe('$30.00 USD');
      const [list, header] = [page.locator('.co-feats'), page.locator('.co-head')];
      expect(Math.round((await list.boundingBox())?.x ?? 0), `${name}: the list`).toBe(
        Math.round((await header.boundingBox())?.x ?? -1),
      );
      for (const selector of ['.co-feats svg', '.co-stars svg', '.co-who'])
        expect(await getCenter(page, selector), `${name}: ${selector}`).toBeGreaterThan(
          await getCenter(page, selector === '.co-feats svg' ? '.co-feats' : '.co-said figure'),
        );
    }
  });

test('a price with a right-to-left currency symbol keeps the order of its digits', async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  const { url } = await publishPage(
    seller,
    createPageConfig({
      ...HEBREW,
      price: '1234.56',
      currency: 'AFN',
      enableCoupon: false,
      customSlug: uniqueName('afn'),
    }),
  );
  await page.goto(url);
  const price = page.locator('.co-price [data-part=total]');
  await expect(price).toHaveText('؋1234.56 AFN');
  const [, ...digitPositions] = await getCharacterPositions(page, '.co-price [data-part=total]');
  expect(isAscending(digitPositions)).toBe(true);
});
