import type { Locator, Page } from '@playwright/test';

import { chooseFromMenu, openBuilder, openDraft, openTab, publishKey, saved } from './builder.ts';
import { expect, test, toastOf } from './journey.ts';
import { expectAccess } from './seen.ts';
import { connectedSeller, freshWord, newSeller, pageOnSale, samplePage } from './seller.ts';

const price = (page: Page, number: number): Locator => page.getByRole('group', { name: `Price ${number}` });

/** Finds a time zone by its place, as somebody without a pointer does. */
async function chooseZone(field: Locator, place: string): Promise<void> {
  await field.focus();
  await field.press('ArrowDown');
  await field.pressSequentially(place);
  await field.press('Enter');
}

async function setMoment(within: Page | Locator, label: string, date: string, time: string): Promise<void> {
  await within.getByLabel(label, { exact: true }).fill(date);
  await within.getByLabel(`${label}: time`, { exact: true }).fill(time);
}

test('several prices are named, put right and moved by the keyboard alone', async ({ page, shop }) => {
  const config = samplePage({ paymentType: 'subscription', enableCoupon: false, validCoupons: [] });
  await openDraft(page, await newSeller(shop), config);
  await page.getByLabel('Offer several prices').press('Space');
  const name = price(page, 2).getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('A whole year');
  await page.keyboard.press('Tab');
  await page.keyboard.type('300');
  await expect(price(page, 2)).toContainText('Buyers see $300 USD/year and “Save 37 %”: $180.00 a year less');
  await expect(page.getByLabel('Pay what you want')).toHaveAccessibleDescription(
    'Not together with several prices.',
  );

  await page.getByRole('button', { name: 'Add a price' }).press('Enter');
  await expect(price(page, 3).getByLabel('Name')).toBeFocused();
  await expect(price(page, 3)).not.toContainText('Set a price');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const amount = price(page, 3).getByLabel('Amount');
  await expect(amount).toHaveAccessibleDescription('Set a price');
  await amount.fill('900');
  await expect(price(page, 3)).toContainText('Buyers see $900 USD');
  await price(page, 3).getByLabel('Name').press('Alt+ArrowUp');
  await expect(price(page, 2).getByLabel('Amount')).toHaveValue('900');
  await expect(price(page, 2).getByLabel('Name')).toBeFocused();
  await expect(page.getByText('Moved to 1 of 2')).toBeAttached();
  await expectAccess(page, 'several prices');

  await page.keyboard.press('Control+z');
  await expect(price(page, 2).getByLabel('Name')).toHaveValue('A whole year');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(price(page, 3).getByLabel('Amount')).toHaveValue('900');
});

test('what buyers may pay is bounded, and what is wrong is told where it is', async ({ page, shop }) => {
  await openDraft(page, await connectedSeller(shop), samplePage());
  await page.getByLabel('Pay what you want').check();
  await expect(page.getByLabel('Suggested price')).toHaveValue('40');
  await page.getByLabel('Minimum').fill('60');
  await page.getByLabel('Maximum').fill('50');
  await publishKey(page).click();
  const most = page.getByLabel('Maximum');
  await expect(most).toBeFocused();
  await expect(most).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Minimum').fill('5');
  await expect(most).not.toHaveAttribute('aria-invalid', 'true');

  const amounts = page.getByLabel('Amounts to press');
  for (const typed of ['10', '25', '4']) {
    await amounts.fill(typed);
    await amounts.press('Enter');
  }
  await expect(amounts).toHaveAccessibleDescription('That is less than the minimum of $5.00');
  await expect(page.getByRole('list', { name: 'Suggested amounts' }).getByRole('listitem')).toHaveText([
    '$10.00',
    '$25.00',
  ]);
  await page.getByRole('button', { name: 'Remove: $10.00' }).press('Enter');
  await expect(amounts).toBeFocused();
  await openTab(page, 'Settings');
  await expect(page.getByLabel('Enable coupon')).not.toBeChecked();
  await expect(page.getByLabel('Enable coupon')).toHaveAccessibleDescription(
    'Not where buyers name the price themselves.',
  );
  await expectAccess(page, 'pay what you want');
  await openTab(page, 'Content');
  await publishKey(page).click();
  await expect(toastOf(page, 'Page published!')).toBeVisible();
});

async function setLimits(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'New coupon' });
  await form.getByLabel('Code').fill('early');
  await form.getByLabel('Discount').fill('10');
  await form.getByText('Limits').click();
  await setMoment(form, 'Starts', '2031-11-02', '09:00');
  await setMoment(form, 'Ends', '2031-11-01', '09:00');
  await form.getByLabel('Uses in all').fill('20');
  await form.getByLabel('Uses per buyer').fill('1');
  await form.getByLabel('Least price').fill('30');
  await form.getByRole('button', { name: 'Add' }).click();
  const end = form.getByLabel('Ends', { exact: true });
  await expect(end).toHaveAccessibleDescription('A coupon must end after it starts');
  await end.fill('2031-11-20');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(toastOf(page, 'Coupon added').last()).toContainText('EARLY');
  await expect(form.getByLabel('Uses in all')).toBeHidden();
}

const LIMITED =
  /Scheduled20 uses in all · from 2 Nov 2031, 09:00 · until 20 Nov 2031, 09:00 · 1 per buyer · from \$30 on/;

test('a countdown, dates, stock and limits are set, published and found again', async ({ page, shop }) => {
  const { seller, pageId } = await pageOnSale(shop, { customSlug: freshWord('offer') });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await openTab(page, 'Settings');
  await page.getByLabel('Show a countdown').check();
  const zone = page.getByLabel('Time zone').first();
  await chooseZone(zone, 'berlin');
  await expect(zone).toHaveValue(/^Europe\/Berlin \(UTC\+[12]\)$/);
  await setMoment(page, 'Ends', '2031-11-30', '18:00');
  await page.getByLabel('What happens at the end').selectOption('price');
  await page.getByLabel('Price from then on').fill('59');
  await expect(
    page.getByText(
      /^Ends on Sunday, 30 November 2031 at 18:00, Berlin time – in [\d,]+ days\. Then the price is \$59 USD\.$/,
    ),
  ).toBeVisible();
  await page.getByLabel('Text before the end').fill('The early price ends in');

  await setMoment(page, 'Closes', '2031-10-26', '02:30');
  await expect(page.getByText('The clocks show that time twice; the first one counts.')).toBeVisible();
  await page.getByLabel('Pieces in all').fill('25');
  await page.getByLabel('Show what is left').check();
  await page.getByLabel('Text when it is sold out').fill('All plates are printed.');
  await setLimits(page);
  const coupon = page.locator('.b-entries > li', { hasText: 'EARLY' });
  await expect(coupon).toContainText(LIMITED);
  await expectAccess(page, 'countdown, dates, stock and limits');

  await publishKey(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(toastOf(page, 'Page published!').last()).toBeVisible();
  await page.reload();
  await openTab(page, 'Settings');
  await expect(page.getByLabel('Time zone').first()).toHaveValue(/^Europe\/Berlin/);
  await expect(page.getByLabel('Ends', { exact: true })).toHaveValue('2031-11-30');
  await expect(page.getByLabel('Ends: time')).toHaveValue('18:00');
  await expect(page.getByLabel('Closes: time')).toHaveValue('02:30');
  await expect(page.getByLabel('Pieces in all')).toHaveValue('25');
  await expect(page.getByLabel('Pieces in all')).toHaveAccessibleDescription(
    'Sold so far 0, being paid for 0, left 25.',
  );
  await expect(page.getByLabel('Text when it is sold out')).toHaveValue('All plates are printed.');
  await expect(coupon).toContainText(/0 of 20 used · from 2 Nov 2031, 09:00/);
  await expect(coupon.getByRole('button', { name: 'Copy link with EARLY' })).toBeVisible();

  await chooseFromMenu(page, 'Versions');
  const second = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Version 2' });
  for (const words of [
    'Coupon EARLY added',
    'Countdown now shown',
    'Countdown ends never → 30 Nov 2031, 18:00 Berlin time',
    'Price after the countdown none → 59',
    'Closes never → 26 Oct 2031, 02:30 Berlin time',
    'Stock without end → 25',
    'Time zone UTC → Europe/Berlin',
  ])
    await expect(second).toContainText(words);
});
