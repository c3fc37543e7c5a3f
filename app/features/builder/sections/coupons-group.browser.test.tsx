import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { fillDateTime, lastSavedConfig, openDraft } from '#app/testing/builder-fields.ts';
import {
  openTab,
  getPreview,
  saveByShortcut,
  getPublishButton,
  createPublishedPage,
  getSavedStatus,
  getToast,
} from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { Coupon } from '#domain/coupon.ts';
import type { PageCounts } from '#domain/rpc-contract.ts';

const form = () => page.getByRole('form', { name: 'New coupon' });
const code = () => form().getByLabelText('Code');
const discount = () => form().getByLabelText('Discount');

async function addCoupon(couponCode: string, amount: string): Promise<void> {
  await code().fill(couponCode);
  await discount().fill(amount);
  await form().getByRole('button', { name: 'Add coupon' }).click();
}

test('validates a coupon when it is added and lists it once it is valid', async () => {
  const { rpc } = await openDraft({ enableCoupon: false, validCoupons: [] });
  await openTab('Settings');
  expect(getPreview().getByText('Coupon code').elements()).toEqual([]);
  await page.getByLabelText('Enable coupon').click();
  await expect.element(getPreview().getByText('Coupon code')).toBeVisible();
  await addCoupon('', '10');
  await expect.element(code()).toHaveAccessibleDescription('Enter a code, like WELCOME10');
  await expect.element(code()).toHaveFocus();
  await addCoupon('spring', '');
  await expect.element(discount()).toHaveAccessibleDescription('Enter a number, like 10');
  await expect.element(discount()).toHaveFocus();

  await addCoupon('spring', '25');
  await expect.element(getToast('Coupon added').getByText('Buyers can use SPRING after you publish.')).toBeVisible();
  await expect.element(code()).toHaveFocus();
  await expect.element(code()).toHaveValue('');
  await form().getByLabelText('Type').selectOptions('fixed');
  await addCoupon('less', '39.90');
  await expect.element(discount()).toHaveAccessibleDescription(/^With LESS, a buyer would pay \$0\.10\. .*\$0\.50/);
  await discount().fill('50');
  await form().getByRole('button', { name: 'Add coupon' }).click();
  await expect.element(page.getByText('LESS', { exact: true })).toBeVisible();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.validCoupons)
    .toEqual([
      { code: 'SPRING', discount: 25, type: 'percentage' },
      { code: 'LESS', discount: 50, type: 'fixed' },
    ]);
});

test('tests a coupon as a buyer would use it', async () => {
  await openDraft();
  await openTab('Settings');
  const trial = page.getByRole('form', { name: 'Test a coupon' });
  const codeInput = trial.getByLabelText('Test a coupon');
  const submit = trial.getByRole('button', { name: 'Apply' });
  const result = trial.getByRole('status');
  await codeInput.fill('quarter');
  await submit.click();
  await expect.element(result).toMatchTextContent('Buyers pay$30.00 USD');
  await codeInput.fill('quarters');
  await expect.element(result).toHaveTextContent('');
  await submit.click();
  await expect.element(result).toMatchTextContent('This coupon code is not valid');
  await expect.element(codeInput).toHaveAttribute('aria-invalid', 'true');
});

test('keeps editing the same coupon when Undo changes the list', async () => {
  const { rpc } = await openDraft({
    validCoupons: [
      { code: 'FIRST', discount: 10, type: 'percentage' },
      { code: 'SECOND', discount: 20, type: 'percentage' },
    ],
  });
  await openTab('Settings');
  await page.getByRole('button', { name: 'Remove: FIRST' }).click();
  await page.getByRole('button', { name: 'Edit: SECOND' }).click();
  const edited = page.getByRole('form', { name: 'Coupon SECOND' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Edit: FIRST' })).toBeVisible();
  await edited.getByLabelText('Code').fill('third');
  await edited.getByRole('button', { name: 'Save coupon' }).click();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.validCoupons.map(({ code: saved }) => saved))
    .toEqual(['FIRST', 'THIRD']);
});

test('sets the limits of a coupon and reports errors at their fields', async () => {
  const { rpc } = await openDraft({ validCoupons: [], timeZone: 'Europe/Berlin' });
  await openTab('Settings');
  await code().fill('early');
  await discount().fill('10');
  await form()
    .getByText(/^Limits/)
    .click();
  await fillDateTime(form(), 'Starts', '2031-11-02', '09:00');
  await fillDateTime(form(), 'Ends', '2031-11-01', '09:00');
  await form().getByLabelText('Total uses').fill('20');
  await form().getByLabelText('Uses per buyer').fill('1');
  await form().getByLabelText('Minimum order amount').fill('30');
  await form().getByRole('button', { name: 'Add coupon' }).click();
  const end = form().getByLabelText('Ends', { exact: true });
  await expect.element(end).toHaveAccessibleDescription('The coupon must end after it starts');
  await expect.element(end).toHaveFocus();
  await end.fill('2031-11-20');
  await form().getByRole('button', { name: 'Add coupon' }).click();
  await expect.element(form().getByLabelText('Total uses')).not.toBeInTheDocument();
  await expect
    .element(
      page.getByText(
        /^20 uses in total · from Nov 2, 2031, 9:00 AM · until Nov 20, 2031, 9:00 AM · 1 per buyer · \$30 minimum$/,
      ),
    )
    .toBeVisible();
  await saveByShortcut();
  const expected: Coupon = {
    code: 'EARLY',
    discount: 10,
    type: 'percentage',
    startsAt: '2031-11-02T08:00:00.000Z',
    endsAt: '2031-11-20T08:00:00.000Z',
    limit: 20,
    perBuyer: 1,
    minimum: '30',
  };
  await expect.poll(() => lastSavedConfig(rpc)?.validCoupons).toEqual([expected]);
});

test('sets for which payments and buyers a coupon is, and reports errors at their fields', async () => {
  const course = createPageSummary({ id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427', name: 'Course' });
  const { rpc } = await openDraft({ validCoupons: [], paymentType: 'subscription', billingFrequency: 'monthly' });
  rpc.handle({ 'list-pages': () => ({ pages: [course], access: true }) });
  await openTab('Settings');
  await code().fill('upgrade');
  await discount().fill('20');
  await form()
    .getByText(/^Limits/)
    .click();
  await form().getByLabelText('For', { exact: true }).selectOptions('The first few payments');
  await form().getByLabelText('Who can use it').selectOptions('Buyers of a page');
  await form().getByLabelText('Note').fill('Asked by Ann');
  const submit = form().getByRole('button', { name: 'Add coupon' });
  await submit.click();
  const payments = form().getByLabelText('Number of payments');
  await expect.element(payments).toHaveAccessibleDescription('Enter a whole number from 2 to 24');
  await expect.element(payments).toHaveFocus();
  await payments.fill('3');
  await submit.click();
  const boughtPage = form().getByLabelText('Page', { exact: true });
  await expect.element(boughtPage).toHaveAccessibleDescription('Choose the page whose buyers can use the coupon');
  await boughtPage.selectOptions('Course');
  await submit.click();
  await expect.element(page.getByText(/^first 3 payments · buyers of one page$/)).toBeVisible();
  await expect.element(page.getByText('Asked by Ann')).toBeVisible();
  await saveByShortcut();
  const { id: buyersOf } = course;
  const settings = { payments: 3, buyers: 'page', buyersOf, note: 'Asked by Ann' };
  await expect
    .poll(() => lastSavedConfig(rpc)?.validCoupons)
    .toEqual([{ code: 'UPGRADE', discount: 20, type: 'percentage', ...settings }]);
});

test('pauses a coupon, which Undo resumes', async () => {
  const coupon: Coupon = { code: 'EARLY', discount: 10, type: 'percentage' };
  const { rpc } = await openDraft({ validCoupons: [coupon] });
  await openTab('Settings');
  expect(form().getByLabelText('For', { exact: true }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Pause: EARLY' }).click();
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Resume: EARLY' })).toHaveFocus();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.validCoupons).toEqual([{ ...coupon, paused: true }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Pause: EARLY' })).toBeVisible();
  await expect.element(page.getByText('Paused', { exact: true })).not.toBeInTheDocument();
});

test('shows state, usage and a copyable link of a published coupon', async () => {
  const early: Coupon = {
    code: 'EARLY',
    discount: 10,
    type: 'percentage',
    limit: 20,
    startsAt: '2131-11-02T08:00:00.000Z',
  };
  const { rpc } = await renderApp(
    `/builder?page=${PAGE_ID}`,
    createBuilderHandlers(createPublishedPage({ validCoupons: [early], timeZone: 'Europe/Berlin' })),
  );
  await openTab('Settings');
  const coupon = page.getByRole('listitem').filter({ has: page.getByText('EARLY', { exact: true }) });
  await expect.element(coupon).toMatchTextContent('Scheduled0 of 20 used · from Nov 2, 2131, 9:00 AM');
  await expect.element(coupon.getByRole('button', { name: 'Copy link with EARLY' })).toBeVisible();
  expect(rpc.bodiesOf('get-page-counts')).toEqual([{ pageId: PAGE_ID }]);
});

test('ignores counts requested before publishing that arrive after newer ones', async () => {
  const limited: Coupon = { code: 'EARLY', discount: 10, type: 'percentage', limit: 20 };
  const counts = (used: number): PageCounts => ({
    sold: 0,
    reserved: 0,
    coupons: [{ code: 'EARLY', used, reserved: 0, money: [] }],
  });
  const earlier = Promise.withResolvers<PageCounts>();
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(createPublishedPage({ validCoupons: [limited] })),
    'get-page-counts': () => earlier.promise,
  });
  await openTab('Settings');
  rpc.handle({ 'get-page-counts': () => counts(5) });
  await openTab('Content');
  await page.getByLabelText('Price', { exact: true }).fill('59');
  await getPublishButton().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(getToast('Page published!')).toBeVisible();
  await openTab('Settings');
  await expect.element(page.getByText(/^5 of 20 used/)).toBeVisible();
  earlier.resolve(counts(1));
  // A later request has been answered: by then the earlier response has arrived.
  await openTab('Content');
  await page.getByLabelText('Product name').fill('Another name');
  await saveByShortcut();
  await expect.element(getSavedStatus()).toBeVisible();
  await openTab('Settings');
  await expect.element(page.getByText(/^5 of 20 used/)).toBeVisible();
  await expect.element(page.getByText(/^1 of 20 used/)).not.toBeInTheDocument();
});

test('makes a coupon with single-use codes, creates codes and deletes the unused ones', async () => {
  const counts = { unused: 0, reserved: 0, used: 0 };
  const { rpc } = await openDraft({ enableCoupon: true, validCoupons: [] });
  rpc.handle({
    'count-coupon-codes': () => ({ ...counts }),
    'create-coupon-codes': ({ count }) => {
      counts.unused += count;
      return { codes: Array.from({ length: count }, (_, index) => `FAIR-${index}`) };
    },
    'delete-unused-coupon-codes': () => {
      const deleted = counts.unused;
      counts.unused = 0;
      return { deleted };
    },
  });
  await openTab('Settings');
  await form().getByLabelText('Buyers use').selectOptions('many');
  await form().getByLabelText('Code prefix').fill('fair');
  await discount().fill('20');
  await form().getByRole('button', { name: 'Add coupon' }).click();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.validCoupons)
    .toEqual([{ code: 'FAIR', discount: 20, type: 'percentage', batch: true }]);
  await page.getByRole('button', { name: 'Single-use codes for FAIR' }).click();
  const dialog = page.getByRole('dialog', { name: 'Single-use codes for FAIR' });
  await dialog.getByLabelText('Number of codes').fill('5001');
  await dialog.getByRole('button', { name: 'Create codes' }).click();
  await expect.element(dialog.getByText('Enter a whole number from 1 to 5,000')).toBeVisible();
  await dialog.getByLabelText('Number of codes').fill('40');
  await dialog.getByRole('button', { name: 'Create codes' }).click();
  await expect.element(dialog.getByText('40 unused · 0 in checkout · 0 used')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete unused codes' }).click();
  await page.getByRole('button', { name: 'Delete codes' }).click();
  await expect.element(dialog.getByText('0 unused · 0 in checkout · 0 used')).toBeVisible();
  expect(rpc.bodiesOf('create-coupon-codes')).toEqual([{ pageId: PAGE_ID, code: 'FAIR', count: 40 }]);
});
