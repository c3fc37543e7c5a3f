import { expect, test } from 'vitest';

import type { CustomField } from '#domain/custom-field.ts';

import { CheckoutVisitor, getFocusedField, isChecked, getFieldValue } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes } from '../support/page-metadata.ts';
import { findEmail, findPurchasesLink } from '../support/sandbox-email.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();

const createField = (
  name: string,
  kind: CustomField['kind'],
  label: string,
  more: Partial<CustomField> = {},
): CustomField => ({
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
  createField('certificate', 'short', 'Name on the certificate', { required: true }),
  createField('lesson', 'long', 'What do you want to learn?'),
  createField('phone', 'phone', 'Phone number'),
  createField('prints', 'number', 'How many prints?', { min: '1', max: '10' }),
  createField('evening', 'date', 'First evening', { min: '2026-12-01' }),
  createField('paper', 'select', 'Paper', { choices: ['Kozo', 'Gampi'], required: true }),
  createField('ink', 'radio', 'Ink', { choices: ['Black', 'Indigo'], required: true }),
  createField('tools', 'checkbox', 'I bring my own tools'),
  createField('ref', 'hidden', 'Came from'),
];

const ANSWERS = {
  'f.certificate': 'Bo “Ink” Buyer',
  'f.lesson': 'Lines.\nAnd more lines.',
  'f.phone': '+44 20 7946 0000',
  'f.prints': '3',
  'f.evening': '2026-12-24',
  'f.paper': 'Gampi',
  'f.ink': 'Indigo',
};

test('validates the answers to custom fields, and shows them in the emails and on the receipt', async () => {
  const { seller, url } = await createPublishedPage(app(), { customFields: FIELDS, requireTerms: false });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?f.ref=spring+letter&f.lesson=Pressed+flowers&f.paper=Kozo&f.other=x`);
  expect([getFieldValue(page, 'f.lesson'), getFieldValue(page, 'f.ref')]).toEqual(['Pressed flowers', 'spring letter']);
  expect(getText(page, '[name="f.paper"] option[selected]')).toBe('Kozo');
  expect(listAttributes(page, 'link[rel=stylesheet]', 'href')).toContainEqual(expect.stringContaining('/offer-'));

  const rejected = await buyer.pay(page, { ...ANSWERS, 'f.phone': '12', 'f.prints': '11' });
  const getFieldError = (name: string) => {
    const field = rejected.document.querySelector(`[name="f.${name}"][aria-invalid=true]`);
    const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => getText(rejected, `[id="${id}"]`)).join(' ');
  };
  expect(getFieldError('phone')).toBe('Enter a phone number like +1 212 555 0123');
  expect(getFieldError('prints')).toBe('Enter a number from 1 to 10');
  expect(getFocusedField(rejected)).toBe('f.phone');
  expect(getFieldValue(rejected, 'f.lesson')).toBe('Lines.\nAnd more lines.');
  expect(isChecked(rejected, 'f.ink', 'Indigo')).toBe(true);

  await buyer.payByCard(await buyer.pay(rejected, ANSWERS));
  const [order] = (await seller.call('list-orders', {})).orders;
  expect((await seller.call('get-order', { orderId: order?.id ?? '' })).answers).toMatchObject([
    { label: 'Name on the certificate', value: 'Bo “Ink” Buyer' },
    { value: 'Lines.\nAnd more lines.' },
    { value: '+44 20 7946 0000' },
    { value: '3' },
    { value: '2026-12-24' },
    { value: 'Gampi' },
    { value: 'Indigo' },
    { label: 'I bring my own tools' },
    { label: 'Came from', value: 'spring letter' },
  ]);

  const answerPattern = /Name on the certificate\nBo “Ink” Buyer/;
  expect(await findEmail(app(), seller.email, answerPattern)).toContain('Came from\nspring letter');
  expect(await findEmail(app(), buyer.email, answerPattern)).not.toContain('spring letter');

  await buyer.submit(await buyer.open('/purchases'), 'form', { email: buyer.email }, 'Email me a link');
  const open = await buyer.open(await findPurchasesLink(app(), buyer.email));
  const receipt = await buyer.follow(await buyer.submit(open, 'form.sign-in-link-form'), 'Receipt');
  const receiptText = receipt.document.body.textContent ?? '';
  expect(receiptText).toContain('Your answers');
  expect(receiptText).toContain('Lines.\nAnd more lines.');
  expect(receiptText).not.toContain('spring letter');
});
