import { parse } from 'csv-parse/sync';
import sanitizeHtml from 'sanitize-html';

import { importMessages } from '#content/messages/import-warnings.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { parsePrice } from '#domain/money.ts';
import { MAX_IMPORT_PRODUCTS } from '#domain/product-import.ts';
import { cleanLine, parseSafeUrl } from '#domain/text.ts';

import { billedEvery, ONE_TIME, type ImportedPrice, type ImportedProduct } from './imported-product.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * Converts HTML to lines of text: an empty line between paragraphs, a dash before list items. Text without tags is
 * unchanged. Every pattern runs in linear time, because the text is untrusted.
 */
function htmlToText(text: string): string {
  if (!/<\/?[a-z][^<>]*>|&[a-z#0-9]+;/i.test(text)) return text;
  const withLineBreaks = text
    .replace(/\s+/g, ' ')
    .replace(/<li[^<>]*>/gi, '\n- ')
    .replace(/<br[^<>]*>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|ul|ol|blockquote)>/gi, '\n\n');
  const bare = sanitizeHtml(withLineBreaks, { allowedTags: [], allowedAttributes: {} });
  return bare
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cells by lower-case column name; `line` counts from 1 and includes the header line. */
type CsvRow = { line: number; cells: ReadonlyMap<string, string> };

/** Maximum characters of a cell; the rest is cut off. No field of a page is longer. */
const MAX_CELL = 20_000;
/** Maximum bytes of a row; a longer one makes the file unreadable. */
const MAX_ROW_BYTES = 1_000_000;

/** Removes the apostrophe that programs write before a possible formula to protect spreadsheets. */
const withoutFormulaGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** Parses a table with a header line and commas, semicolons or tabs. Throws AppError 'import_unreadable'. */
function parseCsvRows(text: string): CsvRow[] {
  const lines = parseTable(text);
  const [headers, ...rows] = lines;
  if (!headers || rows.length === 0) throw new AppError('import_unreadable', { message: importMessages.errors.noRows });
  const names = headers.map((headerCell) => headerCell.trim().toLowerCase());
  return rows.map((row, index) => ({
    line: index + 2,
    // The first of two columns with the same name wins.
    cells: new Map(
      row
        .map((cell, column) => [names[column] ?? '', withoutFormulaGuard(cell.slice(0, MAX_CELL)).trim()] as const)
        .toReversed(),
    ),
  }));
}

function parseTable(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
    }) as string[][];
  } catch (error) {
    throw new AppError('import_unreadable', {
      message: importMessages.errors.notCsv,
      cause: error,
    });
  }
}

/** The separator that occurs most often in the header line. */
function delimiterOf(text: string): string {
  const headerLine = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t'].map((separator) => [separator, headerLine.split(separator).length] as const);
  return counts.toSorted((first, second) => second[1] - first[1])[0]?.[0] ?? ',';
}

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

const RECURRENCES: readonly [RegExp, ImportedPrice['billingFrequency']][] = [
  [/^week/, 'weekly'],
  [/^(month|a month|1 month)/, 'monthly'],
  [/^(year|annual|a year|12 month)/, 'yearly'],
];

const firstCell = ({ cells }: CsvRow, names: readonly string[]): string =>
  names.map((name) => cells.get(name) ?? '').find((cell) => cell !== '') ?? '';

/** Parses a Gumroad export: a list of products, or a list of sales. Throws AppError 'import_unreadable'. */
export function parseGumroadProducts(csv: string): ImportedProduct[] {
  const rows = parseCsvRows(csv);
  const headers = rows[0]?.cells;
  if (!headers || !COLUMNS.name.some((name) => headers.has(name)))
    throw new AppError('import_unreadable', {
      message: importMessages.errors.noNames,
    });
  const parsed = headers.has('purchase id') ? parseSoldProducts(rows) : rows.flatMap(parseListedProduct);
  const products = [...new Map(parsed.map((product) => [product.key, product])).values()];
  if (products.length > MAX_IMPORT_PRODUCTS)
    throw new AppError('import_unreadable', {
      message: importMessages.errors.tooManyProducts({
        count: products.length.toLocaleString('en-US'),
        max: MAX_IMPORT_PRODUCTS.toLocaleString('en-US'),
      }),
    });
  return products;
}

function keyOf(row: CsvRow, name: string): string {
  const id = firstCell(row, COLUMNS.id);
  return (id.split('/').at(-1) || name).toLowerCase().slice(0, 200);
}

const EMPTY_PRODUCT = { description: '', features: [], range: null, imageUrl: null };

function parseListedProduct(row: CsvRow): ImportedProduct[] {
  const name = cleanLine(firstCell(row, COLUMNS.name));
  if (!name) return [];
  const warnings: string[] = [];
  const price = parsePriceCell(row, warnings);
  const isPayWhatYouWant = /^(1|true|yes)$/i.test(firstCell(row, COLUMNS.open));
  return [
    {
      ...EMPTY_PRODUCT,
      key: keyOf(row, name),
      name,
      description: htmlToText(firstCell(row, COLUMNS.description)),
      prices: price ? [price] : [],
      range:
        isPayWhatYouWant && price
          ? { currency: price.currency, minimum: price.amount, maximum: null, presets: [] }
          : null,
      imageUrl: parseSafeUrl(firstCell(row, COLUMNS.picture)),
      warnings,
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
function parsePriceCell(row: CsvRow, warnings: string[]): ImportedPrice | null {
  const cents = firstCell(row, COLUMNS.cents);
  const priceInput = (cents || firstCell(row, COLUMNS.price)).slice(0, MAX_PRICE_LENGTH);
  const symbol = /[$€£¥₹]/.exec(priceInput)?.[0] ?? '';
  const currencyInput =
    (firstCell(row, COLUMNS.currency) || /\b[A-Z]{3}\b/.exec(priceInput)?.[0] || SYMBOLS[symbol]) ?? 'USD';
  const currency = currencyInput.toUpperCase();
  if (!isCurrencyCode(currency)) {
    warnings.push(importMessages.price.unsupportedCurrency({ currency: currency.slice(0, 20) }));
    return null;
  }
  // A comma before the last two digits separates cents, every other one thousands.
  const digits = /\d[\d.,]*/.exec(priceInput.replace(/,(?=\d\d(?!\d))(?!.*\.)/, '.'))?.[0].replaceAll(',', '') ?? '';
  if (!digits) return null;
  const parsedPrice = cents ? { amount: Number(digits) } : parsePrice(digits, currency);
  if ('error' in parsedPrice || !Number.isSafeInteger(parsedPrice.amount)) {
    warnings.push(importMessages.price.unreadable({ price: priceInput.slice(0, 40) }));
    return null;
  }
  return { name: '', currency, amount: parsedPrice.amount, ...billingOf(row, priceInput, warnings) };
}

function billingOf(row: CsvRow, priceInput: string, warnings: string[]) {
  const recurrence =
    (firstCell(row, COLUMNS.recurrence) || /\b(an?|per|every|\/) ?(\w+)$/i.exec(priceInput)?.[2]) ?? '';
  if (!recurrence || /^(0|false|no|once|one[- ]?time)$/i.test(recurrence)) return ONE_TIME;
  const frequency = RECURRENCES.find(([pattern]) => pattern.test(recurrence.toLowerCase()))?.[1];
  if (frequency) return billedEvery(frequency);
  warnings.push(importMessages.price.unsupportedInterval({ interval: recurrence.slice(0, 40) }));
  return ONE_TIME;
}

/** Products of a list of sales, each at the price of its newest sale without a discount. */
function parseSoldProducts(rows: readonly CsvRow[]): ImportedProduct[] {
  const sales = rows.filter((row) => cleanLine(firstCell(row, COLUMNS.name)) !== '');
  const byProduct = Map.groupBy(sales, (row) => keyOf(row, cleanLine(firstCell(row, COLUMNS.name))));
  return [...byProduct].map(([key, sold]) => parseSoldProduct(key, sold));
}

const dateOf = ({ cells }: CsvRow): string => cells.get('purchase date') ?? '';
const isFullPrice = ({ cells }: CsvRow): boolean =>
  !cells.get('discount code') && Number(cells.get('quantity') || 1) === 1;

function parseSoldProduct(key: string, sold: readonly CsvRow[]): ImportedProduct {
  const newest = sold.toSorted((first, second) => dateOf(second).localeCompare(dateOf(first)));
  const bestSale = newest.find(isFullPrice) ?? newest[0];
  const warnings: string[] = [importMessages.salesOnly];
  if (bestSale && !isFullPrice(bestSale)) warnings.push(importMessages.onlyDiscounted);
  const price = bestSale ? parsePriceCell(bestSale, warnings) : null;
  const name = bestSale ? cleanLine(firstCell(bestSale, COLUMNS.name)) : key;
  return { ...EMPTY_PRODUCT, key, name, prices: price ? [price] : [], warnings };
}
