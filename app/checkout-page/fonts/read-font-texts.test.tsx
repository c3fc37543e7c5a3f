import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import * as checkoutErrors from '#content/messages/checkout-errors.ts';
import * as checkoutPage from '#content/messages/checkout-page.ts';
import * as checkoutScript from '#content/messages/checkout-script.ts';
import * as customFieldAnswers from '#content/messages/custom-field-answers.ts';
import * as paymentResult from '#content/messages/payment-result.ts';
import {
  createAddedFields,
  createEmptyConfig,
  toPublicConfig,
  type PublicCheckoutConfig,
} from '#domain/checkout-page.ts';

import { CheckoutPage } from '../checkout-page.tsx';
import { ClosedPage } from '../closed-page.tsx';
import { readFontTexts } from './read-font-texts.ts';

const FIELD = { id: 'a', kind: 'short', name: 'size', help: '', required: true, min: '', max: '' } as const;

const pay = { slug: 'taller', version: 3, attempt: '' };

const createConfig = (changes: Partial<PublicCheckoutConfig> = {}): PublicCheckoutConfig => ({
  ...toPublicConfig(createEmptyConfig()),
  productName: 'Ñandú & <co>',
  price: '29',
  ...changes,
});

const read = (changes: Partial<PublicCheckoutConfig> = {}) =>
  readFontTexts([renderToStaticMarkup(<CheckoutPage config={createConfig(changes)} sellerName="Vané" pay={pay} />)]);

const missingIn = (characters: string, text: string) => [...new Set(text)].filter((one) => !characters.includes(one));

test('assigns the name and the price to the heading font', () => {
  const { heading, bold } = read({ currency: 'EUR', paymentType: 'subscription', billingFrequency: 'monthly' });
  expect(missingIn(heading, 'Ñandú & <co> €29 EUR/month 0123456789.,')).toEqual([]);
  expect(missingIn(bold, 'Ñ')).toEqual(['Ñ']);
  // Characters that occur only elsewhere on the page.
  expect(missingIn(heading, 'V@')).toEqual(['V', '@']);
});

test('assigns labels, the button and the names of buyers to the bold font', () => {
  const { bold, heading } = read({
    buttonText: 'Köp nu',
    testimonials: { enabled: true, items: [{ name: 'Åsa Žák', role: 'Ř', rating: 5, text: 'Ğ' }] },
    customFields: [{ ...FIELD, choices: [], label: 'Größe' }],
  });
  expect(missingIn(bold, 'Köp nu · €29 Åsa Žák Größe Email Processing... Invalid coupon Terms required')).toEqual([
    '€',
  ]);
  expect(missingIn(bold, 'ŘĞ')).toEqual(['Ř', 'Ğ']);
  expect(missingIn(heading, 'öÅß')).toEqual(['ö', 'Å', 'ß']);
});

test('regular text covers everything on the page, ASCII, and the letters of its languages', () => {
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
  const { regular } = read({ language: 'pl', description: 'Zażółć ½', features: ['Ωmega'] });
  expect(missingIn(regular, `${ascii}Zażółć½ΩVanéÑĘŃŹ€£’…\u00a0`)).toEqual([]);
});

test('regular text covers all texts that the page can show later', () => {
  const { regular } = read();
  const catalogs = [checkoutErrors, checkoutPage, checkoutScript, customFieldAnswers, paymentResult];
  const texts = JSON.stringify(catalogs, (_, value: unknown) => (typeof value === 'function' ? String(value) : value));
  expect(missingIn(regular, texts)).toEqual([]);
});

test('covers the reasons of closed pages', () => {
  const availability = { ...createAddedFields().availability, soldOutText: 'Všechno pryč' };
  const page = createConfig({ availability });
  const { bold } = readFontTexts([
    renderToStaticMarkup(<ClosedPage page={page} reason="sold_out" sellerName={null} slug="taller" />),
  ]);
  expect(missingIn(bold, 'Všechno pryč')).toEqual([]);
});
