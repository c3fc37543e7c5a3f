import type { Page } from '@playwright/test';

import { expect, test } from './journey.ts';
import { LAYOUTS, uploadedSample } from './offers.ts';
import { expectAccess, expectFits, shoot } from './seen.ts';
import { connectedSeller, freshWord, publish, samplePage } from './seller.ts';

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
const placesIn = (page: Page, selector: string): Promise<number[]> =>
  page.locator(selector).evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) return [];
    return Array.from(text.textContent ?? '', (_, at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
  });

const isAscending = (places: number[]) =>
  places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
const middleOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    });

for (const layout of LAYOUTS)
  test(`a ${layout} page in Hebrew is right-to-left, with a left-to-right price`, async ({
    page,
    shop,
  }) => {
    const seller = await connectedSeller(shop);
    const images = await uploadedSample(seller, layout);
    const { url } = await publish(
      seller,
      samplePage({ ...HEBREW, ...images, layout, customSlug: freshWord('kad') }),
    );
    await page.goto(`${url}?coupon=QUARTER`);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const name = `hebrew-${layout}-${width}`;
      await page.setViewportSize({ width, height });
      await expectFits(page, name);
      await expectAccess(page, name);
      await shoot(page, name);
      for (const part of ['.co-price [data-part=total]', 'button.co-pay [data-part=total]'])
        expect(isAscending(await placesIn(page, part)), `${name}: ${part}`).toBe(true);
      expect(await page.locator('.co-price [data-part=total]').textContent()).toBe('$30.00 USD');
      const [list, head] = [page.locator('.co-feats'), page.locator('.co-head')];
      expect(Math.round((await list.boundingBox())?.x ?? 0), `${name}: the list`).toBe(
        Math.round((await head.boundingBox())?.x ?? -1),
      );
      for (const mark of ['.co-feats svg', '.co-stars svg', '.co-who'])
        expect(await middleOf(page, mark), `${name}: ${mark}`).toBeGreaterThan(
          await middleOf(page, mark === '.co-feats svg' ? '.co-feats' : '.co-said figure'),
        );
    }
  });

test('a price with a right-to-left currency symbol keeps the order of its digits', async ({ page, shop }) => {
  const seller = await connectedSeller(shop);
  const { url } = await publish(
    seller,
    samplePage({
      ...HEBREW,
      price: '1234.56',
      currency: 'AFN',
      enableCoupon: false,
      customSlug: freshWord('afn'),
    }),
  );
  await page.goto(url);
  const price = page.locator('.co-price [data-part=total]');
  await expect(price).toHaveText('؋1234.56 AFN');
  const [, ...digitsOn] = await placesIn(page, '.co-price [data-part=total]');
  expect(isAscending(digitsOn)).toBe(true);
});
