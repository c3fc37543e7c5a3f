import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { fillDateTime, lastSavedConfig, openDraft } from '#app/testing/builder-fields.ts';
import { focusField, openTab, saveByShortcut, createPublishedPage } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { createAddedFields } from '#domain/checkout-page.ts';

const zone = () => page.getByLabelText('Time zone').first();

test('sets time zone, end and following price of a countdown', async () => {
  const { rpc } = await openDraft();
  await openTab('Settings');
  await page.getByLabelText('Show a countdown').click();
  await expect.element(zone()).toBeVisible();
  focusField(zone());
  await userEvent.keyboard('{ArrowDown}berlin{Enter}');
  await expect.element(zone()).toHaveDisplayValue(/^Europe\/Berlin \(UTC\+[12]\)$/);
  await fillDateTime(page, 'Ends', '2031-11-30', '18:00');
  await page.getByLabelText('When it ends').selectOptions('price');
  await page.getByLabelText('Price after the countdown').fill('59');
  await page.getByLabelText('Text before it ends').fill('The early price ends in');
  await expect
    .element(
      page.getByText(
        /^Ends on Sunday, November 30, 2031 at 6:00 PM, Berlin time \(in [\d,]+ days\)\. Then the price changes to \$59 USD\.$/,
      ),
    )
    .toBeVisible();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc))
    .toMatchObject({
      timeZone: 'Europe/Berlin',
      countdown: {
        enabled: true,
        endsAt: '2031-11-30T17:00:00.000Z',
        atEnd: 'price',
        priceAfter: '59',
        text: 'The early price ends in',
      },
    });
});

test('sets a closing time and a stock', async () => {
  const { rpc } = await openDraft({ timeZone: 'Europe/Berlin' });
  await openTab('Settings');
  await fillDateTime(page, 'Closes', '2031-10-26', '02:30');
  await expect
    .element(page.getByText('This time occurs twice because of daylight saving time. We’ll use the first one.'))
    .toBeVisible();
  await page.getByLabelText('Total stock').fill('25');
  await page.getByLabelText('Show remaining stock').click();
  await page.getByLabelText('Text when sold out').fill('All plates are printed.');
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.availability)
    .toMatchObject({
      closesAt: '2031-10-26T00:30:00.000Z',
      stock: 25,
      showStock: true,
      soldOutText: 'All plates are printed.',
    });
});

test('shows stored dates, time zone and stock together with the sold quantity', async () => {
  const { countdown, availability } = createAddedFields();
  const published = createPublishedPage({
    timeZone: 'Europe/Berlin',
    countdown: { ...countdown, enabled: true, endsAt: '2031-11-30T17:00:00.000Z' },
    availability: {
      ...availability,
      closesAt: '2031-10-26T00:30:00.000Z',
      stock: 25,
      soldOutText: 'All plates are printed.',
    },
  });
  await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(published),
    'get-page-counts': () => ({ sold: 3, reserved: 1, coupons: [] }),
  });
  await openTab('Settings');
  await expect.element(zone()).toHaveDisplayValue(/^Europe\/Berlin/);
  await expect.element(page.getByLabelText('Ends', { exact: true })).toHaveValue('2031-11-30');
  await expect.element(page.getByLabelText('Ends: time')).toHaveValue('18:00');
  await expect.element(page.getByLabelText('Closes', { exact: true })).toHaveValue('2031-10-26');
  await expect.element(page.getByLabelText('Closes: time')).toHaveValue('02:30');
  const stock = page.getByLabelText('Total stock');
  await expect.element(stock).toHaveValue('25');
  await expect.element(stock).toHaveAccessibleDescription('3 sold, 1 in checkout, 21 left.');
  await expect.element(page.getByLabelText('Text when sold out')).toHaveValue('All plates are printed.');
});
