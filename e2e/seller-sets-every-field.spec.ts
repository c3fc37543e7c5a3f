import { openBuilder, openDraft, openTab, paper, saved } from './builder.ts';
import { pngOf } from './files.ts';
import { expect, test, toastOf } from './journey.ts';
import { connectedSeller, freshWord, newSeller, pageOnSale, publish, samplePage } from './seller.ts';

test('a logo stands in three places, at most 150 px wide', async ({ page, shop }) => {
  const { seller, pageId, url } = await pageOnSale(shop);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await openTab(page, 'Design');
  await page
    .locator('input[type=file][aria-label="Logo"]')
    .setInputFiles(pngOf('wide.png', 600, 180, [23, 24, 26]));
  const logo = paper(page).locator('.co-logo');
  await expect(logo.locator('img')).toHaveJSProperty('complete', true);
  for (const [label, at] of [
    ['Top center', 'top-center'],
    ['Above product', 'above-product'],
    ['Top left', 'top-left'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).check();
    await expect(logo).toHaveAttribute('data-at', at);
  }
  await expect(saved(page)).toBeVisible();
  const { config } = await seller.call('get-page', { pageId });
  await publish(seller, config, { pageId });
  await page.goto(url);
  const box = await page.locator('.co-logo img').boundingBox();
  expect(box?.width).toBeGreaterThan(100);
  expect(box?.width).toBeLessThanOrEqual(150);
});

test('an accent tells how it reads, and a shade that reads better is one press away', async ({
  page,
  shop,
}) => {
  await openBuilder(page, await newSeller(shop));
  await openTab(page, 'Design');
  const accent = page.getByLabel('Accent color');
  await page.getByRole('button', { name: 'Clay, #b4532a' }).click();
  await expect(accent).toHaveValue('#b4532a');
  await expect(page.getByText(/^[45]\.\d\d:1, easy to read$/)).toBeVisible();
  await accent.fill('FA0');
  await accent.blur();
  await expect(accent).toHaveValue('#ffaa00');
  await expect(page.getByText(/^1\.\d\d:1, dark letters$/)).toBeVisible();
  await page.getByRole('button', { name: /^Use #/ }).click();
  await expect(accent).toBeFocused();
  await expect(page.getByText(/^4\.\d\d:1, easy to read$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Use #/ })).toHaveCount(0);
  await accent.fill('violet');
  await accent.blur();
  await expect(page.getByText('Type a colour as # and six digits, for example #a855f7')).toBeVisible();
  await expect(accent).toHaveValue('violet');
});

test('fonts are chosen as one of eight pairs, or face by face as custom', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  await openTab(page, 'Design');
  const pairs = page.getByRole('group', { name: 'Fonts' }).getByRole('radio');
  await expect(pairs).toHaveCount(8);
  await page.getByRole('radio', { name: /^Elegant/ }).check();
  await expect(page.getByLabel('Heading font')).toHaveValue('Cormorant Garamond');
  await expect(page.getByLabel('Body font')).toHaveValue('Lato');
  await expect(page.getByLabel('Heading font').getByRole('option')).toHaveCount(14);
  await page.getByLabel('Body font').selectOption('Inter');
  await expect(pairs).toHaveCount(9);
  await expect(page.getByRole('radio', { name: /^Custom/ })).toBeChecked();
  await page.getByLabel('Heading font').selectOption('Inter');
  await expect(page.getByRole('radio', { name: /^Modern Inter/ })).toBeChecked();
  await expect(pairs).toHaveCount(8);
});

test('an address tells whether it can be had, and where buyers will find the page', async ({
  page,
  shop,
}) => {
  const taken = freshWord('taken');
  await publish(await connectedSeller(shop), samplePage({ customSlug: taken }));
  await openBuilder(page, await newSeller(shop));
  await page.getByLabel('Product name').fill('  Ümlauts & Emoji 🎉 for All ');
  await openTab(page, 'Settings');
  const slug = page.getByLabel('Custom slug');
  const host = new URL(shop.url).host;
  await expect(slug).toHaveAccessibleDescription(
    `Leave it empty to take it from the product name. That gives ${host}/c/mlauts-emoji-for-all`,
  );
  await slug.pressSequentially('My Own_Address!');
  await expect(slug).toHaveValue('myownaddress');
  const free = freshWord('free');
  await slug.fill(free);
  await expect(slug).toHaveAccessibleDescription(`Buyers open ${host}/c/${free}`);
  await expect(page.getByText('Free to take')).toBeVisible();
  await slug.fill(taken);
  await expect(slug).toHaveAccessibleDescription('This address is already taken');
  await expect(slug).toHaveValue(taken);
  await slug.fill('pricing');
  await slug.blur();
  await expect(slug).toHaveAccessibleDescription(
    '“pricing” is kept for the shop itself. Choose another address',
  );
  await slug.fill('x'.repeat(80));
  await slug.blur();
  await expect(slug).toHaveAccessibleDescription(
    'The custom slug can have at most 60 characters; this one has 80',
  );
});

test('an address that changes leads from the old one to the new one', async ({ page, shop }) => {
  const { seller, pageId, slug } = await pageOnSale(shop);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await openTab(page, 'Settings');
  await expect(page.getByText('The address of this page')).toBeVisible();
  const next = freshWord('moved');
  await page.getByLabel('Custom slug').fill(next);
  await expect(page.getByText(`the old address /c/${slug} leads to the new one.`)).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this change?' });
  await expect(dialog).toContainText(`Address /c/${slug} → /c/${next}`);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(toastOf(page, 'Page published!')).toBeVisible();
  await page.goto(`/c/${slug}`);
  await expect(page).toHaveURL(`${shop.url}/c/${next}`);
});

test('coupons are checked when they are added, and tried as a buyer would', async ({ page, shop }) => {
  await openDraft(page, await newSeller(shop), samplePage({ enableCoupon: false, validCoupons: [] }));
  await openTab(page, 'Settings');
  await expect(paper(page).getByText('Coupon code')).toHaveCount(0);
  await page.getByLabel('Enable coupon').check();
  await expect(paper(page).getByText('Coupon code')).toBeVisible();
  const form = page.getByRole('form', { name: 'New coupon' });
  const add = async (code: string, discount: string, type?: string) => {
    await form.getByLabel('Code').fill(code);
    await form.getByLabel('Discount').fill(discount);
    if (type) await form.getByLabel('Type').selectOption(type);
    await form.getByRole('button', { name: 'Add' }).click();
  };
  // The focus comes a frame later: what is typed before it would land there.
  const refused = async (label: string, why: string | RegExp) => {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(why);
    await expect(form.getByLabel(label)).toBeFocused();
  };
  await add('', '10');
  await refused('Code', 'Type a code, for example WELCOME10');
  await add('spring', '');
  await refused('Discount', 'Type a number, for example 10');
  await add('spring', '101');
  await refused('Discount', 'A percentage is above 0 and at most 100, with at most 4 decimals');
  await add('two words', '10');
  await refused('Code', 'A coupon code has 1 to 40 letters, digits, hyphens or underscores');
  await add('spring', '25');
  await expect(toastOf(page, 'Coupon added')).toContainText('Buyers can use SPRING once you publish.');
  await expect(form.getByLabel('Code')).toBeFocused();
  await add('Spring', '5');
  await refused('Code', 'The code SPRING is there already');
  await add('less', '39.90', 'fixed');
  await refused('Discount', /^With LESS a buyer would pay \$0\.10\. .*\$0\.50/);
  await add('gift', '50', 'fixed');
  await expect(page.getByText('GIFT', { exact: true })).toBeVisible();

  const trial = page.getByRole('form', { name: 'Try a coupon' });
  const tryCode = async (code: string) => {
    await trial.getByLabel('What would a buyer pay?').fill(code);
    await trial.getByRole('button', { name: 'Try it' }).click();
  };
  await tryCode('SPRING');
  await expect(trial.getByRole('status')).toContainText('$30.00 USD');
  await tryCode('GIFT');
  await expect(trial.getByRole('status')).toContainText('$0.00 USD');
  await tryCode('spring');
  await expect(trial.getByRole('status')).toContainText('This coupon code is not valid');
  await expect(trial.getByRole('status')).toContainText('Buyers have to type it as it is: SPRING');
});

test('terms are asked for with addresses that lead somewhere', async ({ page, shop }) => {
  await openDraft(
    page,
    await newSeller(shop),
    samplePage({ requireTerms: false, termsUrl: '', privacyUrl: '' }),
  );
  await openTab(page, 'Settings');
  await page.getByLabel('Require terms').check();
  await expect(paper(page)).toContainText('The buyer agrees to the terms before paying.');
  await expect(page.getByText('Buyers are asked to accept terms that they cannot read yet.')).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Terms are asked for, without a link to them' }).first(),
  ).toBeVisible();
  const terms = page.getByLabel('Terms URL');
  for (const typed of ['javascript:alert(1)', 'data:text/html,x', 'www.example.com', 'https://a b.example']) {
    await terms.fill(typed);
    await terms.blur();
    await expect(terms).toHaveAccessibleDescription(
      'The terms URL must be a full address that begins with https:// or http://',
    );
  }
  await terms.fill('https://www.example.com/terms');
  await expect(terms).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Privacy URL').fill('ftp://example.com');
  await page.getByLabel('Privacy URL').blur();
  await expect(page.getByLabel('Privacy URL')).toHaveAccessibleDescription(/^The privacy URL must be/);
  await expect(page.getByRole('tab', { name: 'Settings' })).toContainText('1 problem');
  await expect(paper(page).locator('[data-field=termsUrl]').first()).toHaveAttribute(
    'href',
    'https://www.example.com/terms',
  );
});
