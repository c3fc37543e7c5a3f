import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { CustomField, RawAnswers } from '#domain/custom-field.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { toMail } from '#server/email/queries/outbox.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { signInBuyer } from '#server/testing/buyer-helpers.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const customField = (id: string, label: string, overrides: Partial<CustomField> = {}): CustomField => ({
  id,
  kind: 'short',
  name: id,
  label,
  help: '',
  required: false,
  choices: [],
  min: '',
  max: '',
  ...overrides,
});

const SIZE_FIELD = customField('size', 'Size', {
  kind: 'select',
  choices: ['Small', 'Large'],
  required: true,
});
const NOTE_FIELD = customField('note', 'Anything else?', { kind: 'long' });
const FROM_FIELD = customField('from', 'Came from', { kind: 'hidden' });

async function createAppWithFields(...customFields: CustomField[]) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ customFields }, 'taller');
  const requestCheckout = (answers: RawAnswers, overrides: object = {}) =>
    app.rpc('create-checkout-session', { slug: 'taller', answers, ...overrides });
  const buy = async (answers: RawAnswers) => {
    const { status, body } = await requestCheckout(answers, { email: 'buyer@example.com' });
    expect(status).toBe(200);
    await app.payAtStripe(body.url);
  };
  const republish = (...fields: CustomField[]) =>
    seller.rpc('save-checkout-page', {
      config: sellableConfig({ customFields: fields }),
      slug: 'taller',
      pageId,
    });
  return { app, seller, requestCheckout, buy, republish };
}

/** Returns the answers of every order as `label: value`, oldest order first. */
async function answersOf(seller: TestSeller): Promise<string[][]> {
  const { orders } = (await seller.rpc('list-orders', {})).body;
  const details = await Promise.all(orders.map(({ id }) => seller.rpc('get-order', { orderId: id })));
  return details.toReversed().map(({ body }) => body.answers.map(({ label, value }) => `${label}: ${value}`));
}

const csvOf = async (seller: TestSeller): Promise<string[]> =>
  (await seller.rpc('export-orders', {})).body.lines.split('\r\n').slice(0, -1);

/** Returns the columns after our own. */
const answerColumns = (line = ''): string => line.replace(/^.*?Access,?/, '');
/** The cells of answers; seventeen of our own follow the start of the checkout. */
const lastCells = (line = ''): string => (line.split(/T[\d:.]+Z",/).at(-1) ?? '').split(',').slice(17).join(',');

test('keeps the labels and answers of an order when the fields change later', async () => {
  const { seller, buy, republish } = await createAppWithFields(SIZE_FIELD, NOTE_FIELD);
  await buy({ size: 'Large', note: 'Two\nlines', unknown: 'ignored' });
  await republish(NOTE_FIELD, { ...SIZE_FIELD, label: 'T-shirt size', name: 'shirt', choices: ['S', 'L'] });
  await buy({ shirt: 'S' });
  await republish(customField('color', 'Colour'));
  await buy({ color: 'Blue', size: 'Large' });
  expect(await answersOf(seller)).toEqual([
    ['Size: Large', 'Anything else?: Two\nlines'],
    ['T-shirt size: S'],
    ['Colour: Blue'],
  ]);
  const [headerLine, ...lines] = await csvOf(seller);
  expect(answerColumns(headerLine)).toBe('"T-shirt size","Anything else?","Colour"');
  expect(lines.map(lastCells)).toEqual(['"Large","Two lines",', '"S",,', ',,"Blue"']);
});

test('keeps the columns of an export from its first part', async () => {
  const { seller, buy, republish } = await createAppWithFields(NOTE_FIELD);
  await buy({ note: 'One' });
  await buy({ note: 'Two' });
  const first = (await seller.rpc('export-orders', { upTo: 1 })).body;
  await republish({ ...NOTE_FIELD, label: 'Renamed' }, customField('color', 'Colour'));
  await buy({ note: 'Three', color: 'Blue' });
  const secondPart = (await seller.rpc('export-orders', { after: 1, columns: first.columns })).body;
  expect(answerColumns(first.lines.split('\r\n')[0])).toBe('"Anything else?"');
  expect(secondPart.lines.split('\r\n').slice(0, -1).map(lastCells)).toEqual(['"Two"', '"Three"']);
});

test('names invalid answers by field and creates no session', async () => {
  const { app, requestCheckout } = await createAppWithFields(
    SIZE_FIELD,
    customField('constructor', 'How many?', { kind: 'number' }),
  );
  const { status, body } = await requestCheckout({ size: 'Huge', constructor: 'many' });
  expect([status, body.error]).toEqual([
    422,
    {
      code: 'answer_invalid',
      title: 'Checkout failed',
      message: 'Choose one of the options',
      fields: {
        size: 'Choose one of the options',
        constructor: 'Enter a number like 12.5',
      },
    },
  ]);
  expect((await requestCheckout({})).body.error?.message).toBe('Please choose an option for “Size”');
  expect(await app.context.db.select().from(checkoutAttempts)).toEqual([]);
});

test('accepts unusual names and values within the limits', async () => {
  const { app, requestCheckout } = await createAppWithFields(NOTE_FIELD, customField('to-string', 'مرحبا 🏺 <b>'));
  const maxAnswers = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`n${at}`, 'x']));
  const cases: [RawAnswers, number][] = [
    [{ ['__proto__']: 'x', constructor: 'x', note: 'a\u0000b\u202e' }, 200],
    [{ note: '\ud800' }, 200],
    [{ note: '🏺'.repeat(2000) }, 200],
    [{ note: '🏺'.repeat(2001) }, 422],
    [{ note: 'x'.repeat(10_000) }, 422],
    [{ note: 'x'.repeat(10_001) }, 400],
    [maxAnswers, 200],
    [{ ...maxAnswers, more: 'x' }, 400],
    [{ ['x'.repeat(201)]: 'x' }, 400],
    [{ note: 7 } as never, 400],
    [['a'] as never, 400],
  ];
  for (const [answers, expected] of cases)
    expect([JSON.stringify(answers).slice(0, 60), (await requestCheckout(answers)).status]).toEqual([
      JSON.stringify(answers).slice(0, 60),
      expected,
    ]);
  const stored = (await app.context.db.select().from(checkoutAttempts)).map(({ answers }) =>
    answers.map(({ value }) => value.slice(0, 4)).join(),
  );
  expect(stored.toSorted()).toEqual(['', '', 'ab', '🏺🏺']);
});

test('creates another attempt for the same token with other answers', async () => {
  const { requestCheckout } = await createAppWithFields(NOTE_FIELD);
  const attempt = crypto.randomUUID();
  const urlOf = async (note: string) => (await requestCheckout({ note }, { attempt })).body.url;
  const first = await urlOf('One');
  expect(await urlOf('One')).toBe(first);
  expect(await urlOf(' One ')).toBe(first);
  expect(await urlOf('Two')).not.toBe(first);
});

const mailsOf = async ({ context }: TestApp, kind: string) =>
  (await context.db.select().from(outbox).where(eq(outbox.kind, kind))).map((row) =>
    toMail(row, context.secrets.unseal),
  );

test('includes the answers in emails and exports of seller and buyer', async () => {
  const { app, seller, buy } = await createAppWithFields(SIZE_FIELD, FROM_FIELD);
  await buy({ size: 'Small', from: 'spring' });
  const allAnswers = [
    { id: 'size', kind: 'select', label: 'Size', value: 'Small' },
    { id: 'from', kind: 'hidden', label: 'Came from', value: 'spring' },
  ];
  expect(await mailsOf(app, 'sale_notice')).toMatchObject([{ answers: allAnswers }]);
  expect(await mailsOf(app, 'receipt')).toMatchObject([{ answers: allAnswers.slice(0, 1) }]);
  const { orders } = (await seller.rpc('export-account', {})).body as { orders: object[] };
  expect(orders).toMatchObject([{ answers: allAnswers }]);
  const { buyer } = await signInBuyer(
    { app, buyers: createPublicServices(app.context).buyerPortal },
    'buyer@example.com',
  );
  const download = await buyer.exportData();
  expect('text' in download && JSON.parse(download.text).purchases).toMatchObject([{ answers: allAnswers }]);
});

test('rejects invalid fields with their position and cleans unusual characters', async () => {
  const { republish, seller } = await createAppWithFields();
  const saved = await republish(
    SIZE_FIELD,
    { ...NOTE_FIELD, name: 'size' },
    customField('x', ' '),
    customField('y', 'Y', { name: '__proto__' }),
  );
  expect(saved.status).toBe(422);
  expect(saved.body.error).toMatchObject({
    problems: [1, 2, 3].map((index) => ({ field: `customFields.${index}` })),
  });
  const unusualField = customField('odd', '  \u202eמה\u202c  🏺 \u0000<script> ', {
    name: 'ODD',
    help: 'a\u0000b',
    min: '1',
  });
  expect((await republish(unusualField)).status).toBe(200);
  const [page] = (await seller.rpc('list-pages', {})).body.pages;
  const { published } = (await seller.rpc('get-page', { pageId: page?.id ?? '' })).body;
  expect(published?.customFields).toEqual([{ ...unusualField, name: 'odd', label: 'מה 🏺 <script>', help: 'ab' }]);
  const createFields = (count: number) => Array.from({ length: count }, (_, at) => customField(`f${at}`, `F${at}`));
  expect((await republish(...createFields(20))).status).toBe(200);
  expect((await republish(...createFields(21))).status).toBe(422);
  expect((await republish(...createFields(51))).status).toBe(400);
  for (const invalidField of [
    { ...NOTE_FIELD, id: '__proto__' },
    { ...NOTE_FIELD, kind: 'file' },
    { ...NOTE_FIELD, more: 1 },
  ])
    expect((await republish(invalidField as never)).status).toBe(400);
});
