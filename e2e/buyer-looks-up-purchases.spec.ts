import type { Page, Response } from '@playwright/test';

import { bothWays, buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, test } from './journey.ts';
import { mailCount, purchasesLinkOf } from './mail-of.ts';
import { typeCardFields } from './plan.ts';
import { expectAccess, shoot } from './seen.ts';
import { freshEmail, pageOnSale } from './seller.ts';
import type { Shop } from './shop-process.ts';

const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;
const SENT = 'If there are purchases with this address, a mail with a link is on its way.';

/** Buys on a page; the address is the buyer's. */
async function buy(buyer: Buyer, url: string): Promise<void> {
  await buyer.order(url);
  await payByCard(buyer.page);
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/purchases');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
}

/** Asks for a link, and uses it. */
async function lookUp({ page, address }: Buyer, shop: Shop): Promise<void> {
  await ask(page, address);
  await expect(page.getByRole('status')).toContainText(SENT);
  await page.goto(await purchasesLinkOf(shop, address));
  await page.getByRole('button', { name: 'See my purchases' }).click();
  await expect(page.getByText(`Bought with ${address}`)).toBeVisible();
}

const overhangOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing that axe finds, nothing that scrolls sideways, by day and night, on a desk and on the smallest phone. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expectAccess(page, `${name}, ${width} px, ${colorScheme}`);
    expect.soft(await overhangOf(page), `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    await shoot(page, `purchases-${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1440, height: 900 });
}

bothWays(
  'a buyer finds a receipt by the link in the mail, which works once',
  async ({ buyer, another, shop }) => {
    const { page, address } = buyer;
    const { url } = await pageOnSale(shop);
    await buy(buyer, `${url}?coupon=QUARTER`);
    await page.getByRole('link', { name: 'Your purchases' }).click();

    await page.getByLabel('Email address').evaluate((input) => input.setAttribute('type', 'text'));
    await page.getByLabel('Email address').fill('bo@nowhere');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please check the email address.');
    await expect(page.getByLabel('Email address')).toHaveValue('bo@nowhere');
    await expect(page.getByLabel('Email address')).toBeFocused();

    const nobody = freshEmail('nobody');
    for (const email of [nobody, address]) {
      await ask(page, email);
      await expect(page.getByRole('status')).toContainText(SENT);
      expect(page.url()).toBe(`${shop.url}/purchases?said=sent`);
    }
    const link = await purchasesLinkOf(shop, address);
    expect(await mailCount(shop, nobody)).toBe(0);

    // Programs that look through mail open its links: nothing is used up by that.
    for (let looks = 0; looks < 3; looks++) expect((await fetch(link)).status).toBe(200);
    await page.goto(link);
    await page.getByRole('button', { name: 'See my purchases' }).click();
    await expect(page).toHaveURL(`${shop.url}/purchases`);
    await expect(page.getByRole('heading', { name: 'Marlow Prints' })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toContainText('Linocut for Beginners');
    await expect(page.getByRole('listitem').first()).toContainText('$30.00 USD');

    await page.getByRole('link', { name: 'Receipt 1: Linocut for Beginners' }).click();
    await expect(page.getByRole('heading', { name: 'Receipt 1' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Coupon QUARTER −$10.00 USD' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Total $30.00 USD' })).toBeVisible();
    await expect(page.getByText('https://www.example.com/terms')).toBeVisible();
    const receipt = page.url();

    const thief = await another();
    await thief.page.goto(receipt);
    await expect(thief.page).toHaveURL(`${shop.url}/purchases`);
    expect((await thief.page.goto(link))?.status()).toBe(410);
    await expect(
      thief.page.getByText('This link has been used, or is too old. Ask for a new one.'),
    ).toBeVisible();
    await expect(thief.page.getByLabel('Email address')).toBeVisible();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('status')).toHaveText('You are signed out.');
    await page.goto(receipt);
    await expect(page).toHaveURL(`${shop.url}/purchases`);
  },
);

bothWays('a buyer cancels a subscription, takes it back, and changes the card', async ({ buyer, shop }) => {
  const { page } = buyer;
  const { url } = await pageOnSale(shop, MONTHLY);
  await buy(buyer, url);
  await lookUp(buyer, shop);
  const item = page.getByRole('listitem').first();
  await expect(item).toContainText('$40.00 USD every month. The next payment is on');

  await item.getByRole('link', { name: 'Cancel Linocut for Beginners' }).click();
  await expect(page.getByText(/You keep what you have paid for until \w+ \d+, \d{4}\./)).toBeVisible();
  await page.getByRole('link', { name: 'Keep it' }).click();
  await expect(item).toContainText('The next payment is on');
  await item.getByRole('link', { name: 'Cancel Linocut for Beginners' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('status')).toHaveText('The subscription is cancelled. Nothing more is taken.');
  await expect(item).toContainText('Cancelled. You keep what you have paid for until');
  await expect(item.getByRole('link', { name: /^Change card/ })).toBeHidden();

  await item.getByRole('button', { name: 'Resume Linocut for Beginners' }).click();
  await expect(page.getByRole('status')).toHaveText('The subscription goes on.');
  await expect(item).toContainText('$40.00 USD every month. The next payment is on');

  await item.getByRole('link', { name: 'Change card Linocut for Beginners' }).click();
  await page.waitForURL(/\/sandbox\/portal\//);
  await typeCardFields(page, '5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page).toHaveURL(`${shop.url}/purchases?said=card`);
  await expect(page.getByRole('status')).toHaveText('Your new card is used from the next payment on.');
});

test('a receipt prints on one sheet, with nothing around it', async ({ page, shop }) => {
  const { url } = await pageOnSale(shop);
  const buyer = buyerOn(page);
  await buy(buyer, url);
  await lookUp(buyer, shop);
  await page.getByRole('link', { name: /^Receipt 1/ }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const gone of ['Sign out', 'See purchases of another address'])
    await expect(page.getByRole('button', { name: gone })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Your purchases' })).toBeHidden();
  await expect(page.getByText('Kept for these sellers')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Receipt 1' })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('.pu')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g);
  expect(sheets).toHaveLength(1);
});

test('the pages can be read by everyone, on any screen', async ({ page, shop }) => {
  const buyer = buyerOn(page);
  await page.goto('/purchases');
  await inspect(page, 'ask');
  const { url } = await pageOnSale(shop, MONTHLY);
  await buy(buyer, url);
  await buy({ ...buyer, address: buyer.address }, (await pageOnSale(shop)).url);
  await ask(page, buyer.address);
  await page.goto(await purchasesLinkOf(shop, buyer.address));
  await inspect(page, 'open');
  await page.getByRole('button', { name: 'See my purchases' }).click();
  await inspect(page, 'list');
  await page.getByRole('link', { name: /^Cancel / }).click();
  await inspect(page, 'cancel');
  await page.goBack();
  await page
    .getByRole('link', { name: /^Receipt 1/ })
    .first()
    .click();
  await inspect(page, 'receipt');
  await page.goto(`/purchases/receipts/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Not among your purchases' })).toBeVisible();
  await inspect(page, 'missing');
});

test('what a buyer downloads is theirs, as a file', async ({ page, shop }) => {
  const buyer = buyerOn(page);
  await buy(buyer, (await pageOnSale(shop)).url);
  await lookUp(buyer, shop);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-purchases.json');
  const answer = await page.request.get('/purchases/data');
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="my-purchases.json"',
    'content-security-policy':
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await answer.json()).toMatchObject({
    email: buyer.address,
    purchases: [{ productName: 'Linocut for Beginners', total: 4000 }],
  });
});

test('the documents are small, without script, and nobody keeps them', async ({ page, shop }) => {
  const buyer = buyerOn(page);
  await buy(buyer, (await pageOnSale(shop)).url);
  await lookUp(buyer, shop);
  const bytes: number[] = [];
  const weigh = (answer: Response) => void answer.body().then((body) => bytes.push(body.length));
  page.on('response', weigh);
  const answer = await page.goto('/purchases', { waitUntil: 'networkidle' });
  const headers = answer?.headers() ?? {};
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers['referrer-policy']).toBe('same-origin');
  expect(await page.locator('script').count()).toBe(0);
  await expect.poll(() => bytes.length).toBeGreaterThan(1);
  page.off('response', weigh);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15 * 1024);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes('purchases'));
  expect(cookie).toMatchObject({ name: 'purchases', httpOnly: true, sameSite: 'Lax', path: '/' });
  const foreign = await page.request.post('/purchases', {
    form: { intent: 'sign-out' },
    headers: { Origin: 'https://evil.example' },
  });
  expect(foreign.status()).toBe(403);
  await page.reload();
  await expect(page.getByText(`Bought with ${buyer.address}`)).toBeVisible();
});
