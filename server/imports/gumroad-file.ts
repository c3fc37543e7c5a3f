import { isCurrencyCode } from '#domain/currencies.ts';
import { ShopError } from '#domain/errors.ts';
import { MAX_IMPORT_PRODUCTS } from '#domain/import-calls.ts';
import { parsePrice } from '#domain/money.ts';
import { cleanLine, safeUrl } from '#domain/text.ts';

import { csvRows, type CsvRow } from './csv-rows.ts';
import { every, ONE_TIME, type FoundPrice, type FoundProduct } from './found-product.ts';
import { plainText } from './plain-text.ts';

/** Column names that Gumroad and related programs use; the first one found is read. */
const COLUMNS = {
  name: ['name', 'product name', 'item name', 'title', 'product'],
  id: ['product id', 'id', 'permalink', 'custom_permalink', 'unique permalink', 'slug', 'url', 'short_url'],
  price: ['formatted_price', 'price', 'item price ($)', 'price ($)', 'sale price ($)', 'amount'],
  cents: ['price_cents', 'price (cents)', 'price cents'],
  currency: ['currency', 'price_currency_type', 'currency code'],
  recurrence: ['subscription_duration', 'recurrence', 'subscription', 'billing', 'duration'],
  description: ['description', 'summary', 'custom_summary', 'about'],
  picture: ['preview_url', 'cover', 'cover_url', 'thumbnail_url', 'thumbnail', 'image', 'image_url'],
  open: ['customizable_price', 'pay what you want', 'pwyw', 'use_pwyw'],
} as const;

const RECURRENCES: readonly [RegExp, FoundPrice['billingFrequency']][] = [
  [/^week/, 'weekly'],
  [/^(month|a month|1 month)/, 'monthly'],
  [/^(year|annual|a year|12 month)/, 'yearly'],
];

const first = ({ cells }: CsvRow, names: readonly string[]): string =>
  names.map((name) => cells.get(name) ?? '').find((cell) => cell !== '') ?? '';

/** Parses a Gumroad export: a list of products, or a list of sales. Throws AppError 'import_unreadable'. */
export function gumroadProducts(csv: string): FoundProduct[] {
  const rows = csvRows(csv);
  const heads = rows[0]?.cells;
  if (!heads || !COLUMNS.name.some((name) => heads.has(name)))
    throw new ShopError('import_unreadable', {
      message: 'This file names no products: a column Name or Item Name is missing in its first line.',
    });
  const found = heads.has('purchase id') ? soldProducts(rows) : rows.flatMap(listedProduct);
  const products = [...new Map(found.map((product) => [product.key, product])).values()];
  if (products.length > MAX_IMPORT_PRODUCTS)
    throw new ShopError('import_unreadable', {
      message: `This file has ${products.length.toLocaleString('en-US')} products. Import at most ${MAX_IMPORT_PRODUCTS.toLocaleString('en-US')} at a time.`,
    });
  return products;
}

function keyOf(row: CsvRow, name: string): string {
  const id = first(row, COLUMNS.id);
  return (id.split('/').at(-1) || name).toLowerCase().slice(0, 200);
}

function listedProduct(row: CsvRow): FoundProduct[] {
  const name = cleanLine(first(row, COLUMNS.name));
  if (!name) return [];
  const remarks: string[] = [];
  const price = priceOf(row, remarks);
  const isOpen = /^(1|true|yes)$/i.test(first(row, COLUMNS.open));
  return [
    {
      key: keyOf(row, name),
      name,
      description: plainText(first(row, COLUMNS.description)),
      features: [],
      prices: price ? [price] : [],
      range:
        isOpen && price
          ? { currency: price.currency, minimum: price.amount, maximum: null, presets: [] }
          : null,
      imageUrl: safeUrl(first(row, COLUMNS.picture)),
      remarks,
    },
  ];
}

const SYMBOLS: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};

/** Maximum length of a price text; the rest is ignored. */
const MAX_PRICE_LENGTH = 100;

/** '$10', '10.00', 'EUR 10', '$10 a month': amount, billing interval and currency. */
function priceOf(row: CsvRow, remarks: string[]): FoundPrice | null {
  const cents = first(row, COLUMNS.cents);
  const typed = (cents || first(row, COLUMNS.price)).slice(0, MAX_PRICE_LENGTH);
  const symbol = /[$€£¥₹]/.exec(typed)?.[0] ?? '';
  const named = (first(row, COLUMNS.currency) || /\b[A-Z]{3}\b/.exec(typed)?.[0] || SYMBOLS[symbol]) ?? 'USD';
  const currency = named.toUpperCase();
  if (!isCurrencyCode(currency)) {
    remarks.push(`There are no prices in ${currency.slice(0, 20)} here.`);
    return null;
  }
  // A comma before the last two digits separates cents, every other one thousands.
  const digits =
    /\d[\d.,]*/.exec(typed.replace(/,(?=\d\d(?!\d))(?!.*\.)/, '.'))?.[0].replaceAll(',', '') ?? '';
  if (!digits) return null;
  const read = cents ? { amount: Number(digits) } : parsePrice(digits, currency);
  if ('problem' in read || !Number.isSafeInteger(read.amount)) {
    remarks.push(`The price ${typed.slice(0, 40)} could not be read.`);
    return null;
  }
  return { name: '', currency, amount: read.amount, ...billingOf(row, typed, remarks) };
}

function billingOf(row: CsvRow, typed: string, remarks: string[]) {
  const said = (first(row, COLUMNS.recurrence) || /\b(an?|per|every|\/) ?(\w+)$/i.exec(typed)?.[2]) ?? '';
  if (!said || /^(0|false|no|once|one[- ]?time)$/i.test(said)) return ONE_TIME;
  const frequency = RECURRENCES.find(([words]) => words.test(said.toLowerCase()))?.[1];
  if (frequency) return every(frequency);
  remarks.push(
    `It is billed “${said.slice(0, 40)}” there, which a page cannot be: it became a one-time price.`,
  );
  return ONE_TIME;
}

/** Products of a list of sales, each at the price of its newest sale without a discount. */
function soldProducts(rows: readonly CsvRow[]): FoundProduct[] {
  const sales = rows.filter((row) => cleanLine(first(row, COLUMNS.name)) !== '');
  const byProduct = Map.groupBy(sales, (row) => keyOf(row, cleanLine(first(row, COLUMNS.name))));
  return [...byProduct].map(([key, sold]) => soldProduct(key, sold));
}

const dateOf = ({ cells }: CsvRow): string => cells.get('purchase date') ?? '';
const isFull = ({ cells }: CsvRow): boolean =>
  !cells.get('discount code') && Number(cells.get('quantity') || 1) === 1;

function soldProduct(key: string, sold: readonly CsvRow[]): FoundProduct {
  const newest = sold.toSorted((one, other) => dateOf(other).localeCompare(dateOf(one)));
  const chosen = newest.find(isFull) ?? newest[0];
  const remarks = [
    'The list of sales names prices in US dollars and no descriptions: check the price, add the words.',
  ];
  if (chosen && !isFull(chosen))
    remarks.push('It was only ever sold with a discount or in numbers: check the price.');
  const price = chosen ? priceOf(chosen, remarks) : null;
  return {
    key,
    name: chosen ? cleanLine(first(chosen, COLUMNS.name)) : key,
    description: '',
    features: [],
    prices: price ? [price] : [],
    range: null,
    imageUrl: null,
    remarks,
  };
}
