import { expect, test } from 'vitest';

import type { CustomField } from '#domain/custom-field.ts';

import { pageOnSale } from '../seller.ts';
import { CheckoutVisitor, focusOf, isChecked, valueOf } from './checkout-visitor.ts';
import { mailTo, purchasesLink } from './sandbox-mail.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp();

const question = (
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
  question('certificate', 'short', 'Name on the certificate', { required: true }),
  question('lesson', 'long', 'What do you want to learn?'),
  question('phone', 'phone', 'Phone number'),
  question('prints', 'number', 'How many prints?', { min: '1', max: '10' }),
  question('evening', 'date', 'First evening', { min: '2026-12-01' }),
  question('paper', 'select', 'Paper', { choices: ['Kozo', 'Gampi'], required: true }),
  question('ink', 'radio', 'Ink', { choices: ['Black', 'Indigo'], required: true }),
  question('tools', 'checkbox', 'I bring my own tools'),
  question('ref', 'hidden', 'Came from'),
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
  const { seller, url } = await pageOnSale(app(), { customFields: FIELDS, requireTerms: false });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?f.ref=spring+letter&f.lesson=Pressed+flowers&f.paper=Kozo&f.other=x`);
  expect([valueOf(page, 'f.lesson'), valueOf(page, 'f.ref')]).toEqual(['Pressed flowers', 'spring letter']);
  expect(textOf(page, '[name="f.paper"] option[selected]')).toBe('Kozo');

  const refused = await buyer.pay(page, { ...ANSWERS, 'f.phone': '12', 'f.prints': '11' });
  const problemOf = (name: string) => {
    const field = refused.document.querySelector(`[name="f.${name}"][aria-invalid=true]`);
    const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => textOf(refused, `[id="${id}"]`)).join(' ');
  };
  expect(problemOf('phone')).toBe('Type a phone number like +49 30 1234567');
  expect(problemOf('prints')).toBe('Type a number from 1 to 10');
  expect(focusOf(refused)).toBe('f.phone');
  expect(valueOf(refused, 'f.lesson')).toBe('Lines.\nAnd more lines.');
  expect(isChecked(refused, 'f.ink', 'Indigo')).toBe(true);

  await buyer.payByCard(await buyer.pay(refused, ANSWERS));
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

  const answer = /Name on the certificate\nBo “Ink” Buyer/;
  expect(await mailTo(app(), seller.email, answer)).toContain('Came from\nspring letter');
  expect(await mailTo(app(), buyer.email, answer)).not.toContain('spring letter');

  await buyer.submit(await buyer.open('/purchases'), 'form', { email: buyer.email }, 'Send me a link');
  const open = await buyer.open(await purchasesLink(app(), buyer.email));
  const receipt = await buyer.follow(await buyer.submit(open, 'form.pu-ask'), 'Receipt');
  const shown = receipt.document.body.textContent ?? '';
  expect(shown).toContain('Your answers');
  expect(shown).toContain('Lines.\nAnd more lines.');
  expect(shown).not.toContain('spring letter');
});
