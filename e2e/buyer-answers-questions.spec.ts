import type { Page } from '@playwright/test';

import type { CustomField } from '#domain/custom-field.ts';

import { openDraft, paper, publishKey, saved } from './builder.ts';
import { buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, test, toastOf } from './journey.ts';
import { expectAccess, shoot } from './seen.ts';
import { connectedSeller, enter, freshWord, pageOnSale, samplePage } from './seller.ts';
import { booksHold } from './sold.ts';

const KINDS = [
  ['Short text', 'Name on the certificate'],
  ['Long text', 'What do you want to learn?'],
  ['Email', 'Where we may write to'],
  ['Phone', 'Phone number'],
  ['Web address', 'Your portfolio'],
  ['Number', 'How many prints?'],
  ['Date', 'First evening'],
  ['Menu', 'Paper'],
  ['One of several', 'Ink'],
  ['Tick box', 'I bring my own tools'],
  ['Hidden', 'Came from'],
] as const;

const group = (page: Page) =>
  page.locator('section.b-grp').filter({ has: page.getByRole('heading', { name: 'Custom fields' }) });
const rows = (page: Page) => group(page).getByRole('listitem');

/** Adds a field of a kind with keys alone; its editor stays open with the focus in it. */
async function addField(page: Page, kind: string, label: string): Promise<void> {
  await group(page).getByRole('button', { name: 'Add a field' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Short text', exact: true })).toBeFocused();
  await page.getByRole('button', { name: kind, exact: true }).press('Enter');
  await expect(group(page).getByLabel('Label', { exact: true })).toBeFocused();
  await page.keyboard.type(label);
}

async function buildQuestions(page: Page): Promise<void> {
  for (const [kind, label] of KINDS) {
    await addField(page, kind, label);
    if (label === 'Name on the certificate') await page.getByLabel('Must be answered').press('Space');
    if (label === 'Paper') {
      await page.getByLabel('Choices').press('ControlOrMeta+A');
      await page.keyboard.type('Kozo\nGampi');
    }
    if (label === 'How many prints?') await page.getByLabel('Largest').fill('10');
    await page.keyboard.press('Escape');
    await expect(group(page).getByRole('button', { name: `Edit: ${label}` })).toBeFocused();
  }
}

test('a seller builds a form with keys alone, and sees it grow on the page', async ({ page, shop }) => {
  const seller = await connectedSeller(shop);
  await openDraft(page, seller, samplePage({ customSlug: freshWord('ask'), requireTerms: false }));
  await expect(group(page)).toContainText('0 of 20');
  await buildQuestions(page);
  await expect(rows(page)).toHaveCount(11);
  await expect(paper(page).getByLabel('Name on the certificate')).toBeVisible();
  await shoot(page, 'builder-fields');

  const up = group(page).getByRole('button', { name: 'Move up: First evening' });
  await up.press('Enter');
  await expect(group(page).getByText('Moved to 6 of 11')).toBeAttached();
  await expect(up).toBeFocused();
  await expect(rows(page).nth(5)).toContainText('First evening');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(rows(page).nth(6)).toContainText('First evening');

  await group(page).getByRole('button', { name: 'Edit: Ink' }).press('Enter');
  await group(page).getByLabel('Choices').fill('Black\nBlack');
  await expect(group(page).getByText('The choice “Black” is there twice')).toBeVisible();
  await expectAccess(page, 'a question being changed');
  await shoot(page, 'builder-field-open');
  await group(page).getByLabel('Choices').fill('Black\nIndigo');
  await expect(group(page).getByText('is there twice')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(saved(page)).toBeVisible();
  await publishKey(page).click();
  await expect(toastOf(page, 'Page published!')).toBeVisible();
});

const asked = (name: string, kind: CustomField['kind'], label: string, more: Partial<CustomField> = {}) => ({
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
  asked('certificate', 'short', 'Name on the certificate', {
    required: true,
    help: 'As it is to be printed.',
  }),
  asked('wish', 'long', 'What do you want to learn?'),
  asked('phone', 'phone', 'Phone number'),
  asked('prints', 'number', 'How many prints?', { min: '1', max: '10' }),
  asked('evening', 'date', 'First evening', { min: '2026-12-01' }),
  asked('paper', 'select', 'Paper', { choices: ['Kozo', 'Gampi'], required: true }),
  asked('ink', 'radio', 'Ink', { choices: ['Black', 'Indigo'], required: true }),
  asked('tools', 'checkbox', 'I bring my own tools'),
  asked('ref', 'hidden', 'Came from'),
];

async function answer({ page }: Buyer, phone: string, prints: string): Promise<void> {
  await page.getByLabel('Name on the certificate').fill('Bo “Ink” Buyer');
  await page.getByLabel('What do you want to learn?').fill('Lines.\nAnd more lines.');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('How many prints?').fill(prints);
  await page.getByLabel('First evening').fill('2026-12-24');
  await page.getByLabel('Paper').selectOption('Gampi');
  await page.getByLabel('Indigo').check();
}

test('the script reports wrong answers beside their questions, and the order shows the right ones', async ({
  guest,
  page,
  shop,
}) => {
  const { seller, url } = await pageOnSale(shop, { customFields: FIELDS, requireTerms: false });
  const buyer = buyerOn(await guest());
  await buyer.page.goto(`${url}?f.ref=spring+letter`);
  await expectAccess(buyer.page, 'questions');
  await shoot(buyer.page, 'questions');
  await buyer.fillIn();
  await answer(buyer, '12', '11');
  await buyer.pay.click();
  const phone = buyer.page.getByLabel('Phone number');
  await expect(phone).toHaveAccessibleDescription('Type a phone number like +49 30 1234567');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(buyer.page.getByLabel('How many prints?')).toHaveAccessibleDescription(
    'Type a number from 1 to 10',
  );
  await expectAccess(buyer.page, 'refused answers');
  await shoot(buyer.page, 'questions-refused');

  await answer(buyer, '+44 20 7946 0000', '3');
  await buyer.pay.click();
  await payByCard(buyer.page);
  await booksHold(seller, 1);
  await enter(page, seller);
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
  await shoot(page, 'order-answers');
});
