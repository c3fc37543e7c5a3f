import type { CustomField } from '#domain/custom-field.ts';

import { createBuyer, payByCard, type Buyer, waitForOrders } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { signIn, createPublishedPage } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

const createField = (name: string, kind: CustomField['kind'], label: string, more: Partial<CustomField> = {}) => ({
  id: `field-${name}`,
  kind,
  name,
  label,
  help: '',
  required: false,
  choices: [],
  min: '',
  max: '',
  ...more,
});

const FIELDS: CustomField[] = [
  createField('certificate', 'short', 'Name on the certificate', {
    required: true,
    help: 'As it is to be printed.',
  }),
  createField('wish', 'long', 'What do you want to learn?'),
  createField('phone', 'phone', 'Phone number'),
  createField('prints', 'number', 'How many prints?', { min: '1', max: '10' }),
  createField('evening', 'date', 'First evening', { min: '2026-12-01' }),
  createField('paper', 'select', 'Paper', { choices: ['Kozo', 'Gampi'], required: true }),
  createField('ink', 'radio', 'Ink', { choices: ['Black', 'Indigo'], required: true }),
  createField('tools', 'checkbox', 'I bring my own tools'),
  createField('ref', 'hidden', 'Came from'),
];

async function fillAnswers({ page }: Buyer, phone: string, prints: string): Promise<void> {
  await page.getByLabel('Name on the certificate').fill('Bo “Ink” Buyer');
  await page.getByLabel('What do you want to learn?').fill('Lines.\nAnd more lines.');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('How many prints?').fill(prints);
  await page.getByLabel('First evening').fill('2026-12-24');
  await page.getByLabel('Paper').selectOption('Gampi');
  await page.getByLabel('Indigo').check();
}

test(
  'the script reports invalid answers beside their fields, and the order shows the valid ones',
  { tag: '@core' },
  async ({ openContextPage, page, app }) => {
    const { seller, url } = await createPublishedPage(app, { customFields: FIELDS, requireTerms: false });
    const buyer = createBuyer(await openContextPage());
    await buyer.page.goto(`${url}?f.ref=spring+letter`);
    await expectAccessible(buyer.page, 'questions');
    await takeScreenshot(buyer.page, 'questions');
    await buyer.fillForm();
    await fillAnswers(buyer, '12', '11');
    await buyer.pay.click();
    const phone = buyer.page.getByLabel('Phone number');
    await expect(phone).toHaveAccessibleDescription('Enter a phone number like +1 212 555 0123');
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expect(buyer.page.getByLabel('How many prints?')).toHaveAccessibleDescription('Enter a number from 1 to 10');
    await expectAccessible(buyer.page, 'refused answers');
    await takeScreenshot(buyer.page, 'questions-refused');

    await fillAnswers(buyer, '+44 20 7946 0000', '3');
    await buyer.pay.click();
    await payByCard(buyer.page);
    await waitForOrders(seller, 1);
    await signIn(page, seller);
    const [order] = (await seller.call('list-orders', {})).orders;
    await page.goto(`/orders/${order?.id}`);
    const card = page.getByRole('region', { name: 'Answers' });
    await expect(card.getByRole('term')).toHaveCount(9);
    await expect(card.getByRole('definition')).toContainText([
      'Bo “Ink” Buyer',
      'Lines.\nAnd more lines.',
      '+44 20 7946 0000',
      '3',
      '2026-12-24',
      'Gampi',
      'Indigo',
      'No',
      'spring letter',
    ]);
    await takeScreenshot(page, 'order-answers');
  },
);
