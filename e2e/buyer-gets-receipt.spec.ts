import type { Page } from '@playwright/test';

import { payByCard, wayOf, toldOf } from './buyer.ts';
import { pngOf } from './files.ts';
import { expect, test } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { expectAccess } from './seen.ts';
import { connectedSeller, freshWord, publish, samplePage, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

const ACCENT = '#b4532a';
const ACCENT_RGB = 'rgb(180, 83, 42)';

async function logoOf(seller: Seller): Promise<string> {
  const { buffer } = pngOf('logo.png', 160, 40, [180, 83, 42]);
  const image = `data:image/png;base64,${buffer.toString('base64')}`;
  return (await seller.call('upload-image', { image, use: 'logo' })).url;
}

/** The newest letter of the desk to an address, opened as whoever gets it sees it. */
async function openLetter(page: Page, shop: Shop, to: string): Promise<void> {
  await page.goto(`${shop.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(to)}`);
  await page.locator('tbody a[href^="/sandbox/mail/"]').first().click();
}

for (const script of [true, false])
  test(`a buyer gets a receipt in the seller’s look, ${wayOf(script)}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const seller = await connectedSeller(shop);
    const logo = await logoOf(seller);
    const config = samplePage({ customSlug: freshWord('linocut'), accentColor: ACCENT, logo });
    const { url } = await publish(seller, config);
    await buyer.order(`${url}?coupon=QUARTER`);
    await payByCard(page);

    const letter = await mailOf(shop, buyer.address, /Thank you for your purchase/);
    for (const line of [
      'Marlow Prints\nNo. 1\n',
      'Linocut for Beginners: $40.00',
      'Coupon QUARTER: −$10.00',
      'Total paid: $30.00 USD',
      'Your first lesson is in your inbox.',
      'https://www.example.com/terms',
      'https://www.example.com/privacy',
      `${shop.url}/purchases`,
      `${shop.url}/c/${config.customSlug}`,
    ])
      expect(letter.text).toContain(line);

    // Whoever sits at the desk has script, whatever the buyer has.
    const desk = await guest();
    await expect(async () => {
      await openLetter(desk, shop, buyer.address);
      await expect(desk.getByRole('row', { name: 'State' })).toContainText('sent', { timeout: 1000 });
    }).toPass();
    await expect(desk.getByRole('heading', { level: 1 })).toHaveText(
      'Your receipt from Marlow Prints (No. 1)',
    );
    await expect(desk.getByRole('row', { name: 'From' })).toContainText('Marlow Prints via Tillwright');
    await expect(desk.getByRole('row', { name: 'Answers go to' })).toContainText(seller.email);
    await expectAccess(desk, 'a mail at the desk');

    await desk.getByRole('link', { name: 'Open it alone' }).click();
    await expect(desk.getByRole('heading', { name: 'Thank you for your purchase' })).toBeVisible();
    await expect(desk.locator('img')).toHaveJSProperty('complete', true);
    expect(await desk.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(
      0,
    );
    const key = desk.getByRole('link', { name: 'See your purchases' });
    await expect(desk.locator('td').filter({ has: key }).last()).toHaveCSS('background-color', ACCENT_RGB);
    await expect(desk.getByText('Tillwright', { exact: true })).toHaveCount(0);
    for (const width of [600, 320]) {
      await desk.setViewportSize({ width, height: 800 });
      expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.goto((await key.getAttribute('href')) ?? '');
    await expect(page.getByLabel('Email')).toBeVisible();
  });

test('a seller is told of a sale, and sees that its receipt came back', async ({ guest, shop }) => {
  const { buyer } = await toldOf(guest, shop, true);
  const { page } = buyer;
  const seller = await connectedSeller(shop);
  const { url } = await publish(
    seller,
    samplePage({ requireTerms: false, productName: 'Wood & “Type” 2.0' }),
  );
  await buyer.order(url);
  await payByCard(page);
  const notice = await mailOf(shop, seller.email, /You have made a sale/);
  expect(notice.text).toContain('Paid: $40.00 USD');
  expect(notice.text).toContain('Product: Wood & “Type” 2.0');
  const [order] = (await seller.call('list-orders', {})).orders;
  expect(notice.text).toContain(`${shop.url}/orders/${order?.id}`);

  const receipt = async () => (await seller.call('get-order', { orderId: order?.id ?? '' })).receipt;
  await expect.poll(receipt).toMatchObject({ state: 'sent' });
  await openLetter(page, shop, buyer.address);
  await page.getByRole('button', { name: 'Bounce it' }).click();
  await expect(page.getByRole('row', { name: 'State' })).toContainText('bounced');
  expect(await receipt()).toMatchObject({ state: 'bounced', reason: expect.stringContaining('came back') });
  await page.getByRole('button', { name: 'Send there again' }).click();
  await expect(page.getByRole('button', { name: 'Bounce it' })).toBeVisible();
});
