import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { CustomField, TypedAnswers } from '#domain/custom-field.ts';

import { letIn } from '#server/buyers/testing-buyers.ts';
import { mailOf } from '#server/db/outbox.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { attempts } from '#server/db/schema-money.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

const asked = (id: string, label: string, more: Partial<CustomField> = {}): CustomField => ({
  id,
  kind: 'short',
  name: id,
  label,
  help: '',
  required: false,
  choices: [],
  min: '',
  max: '',
  ...more,
});

const SIZE = asked('size', 'Size', { kind: 'select', choices: ['Small', 'Large'], required: true });
const NOTE = asked('note', 'Anything else?', { kind: 'long' });
const FROM = asked('from', 'Came from', { kind: 'hidden' });

async function openAsking(...customFields: CustomField[]) {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ customFields }, 'taller');
  const press = (answers: TypedAnswers, more: object = {}) =>
    shop.call('create-checkout-session', { slug: 'taller', answers, ...more });
  const buy = async (answers: TypedAnswers) => {
    const { status, body } = await press(answers, { email: 'buyer@example.com' });
    expect(status).toBe(200);
    await shop.pay(body.url);
  };
  const republish = (...fields: CustomField[]) =>
    seller.call('save-checkout-page', {
      config: sellableConfig({ customFields: fields }),
      slug: 'taller',
      pageId,
    });
  return { shop, seller, press, buy, republish };
}

/** Returns the answers of every order as `label: value`, oldest order first. */
async function answersOf(seller: TestSeller): Promise<string[][]> {
  const { orders } = (await seller.call('list-orders', {})).body;
  const details = await Promise.all(orders.map(({ id }) => seller.call('get-order', { orderId: id })));
  return details.toReversed().map(({ body }) => body.answers.map(({ label, value }) => `${label}: ${value}`));
}

const csvOf = async (seller: TestSeller): Promise<string[]> =>
  (await seller.call('export-orders', {})).body.lines.split('\r\n').slice(0, -1);

/** Returns the columns after our own. */
const answersIn = (line = ''): string => line.replace(/^.*?(Pressed pay at \(UTC\)|T[\d:.]+Z"),?/, '');
const lastCells = (line = ''): string => line.split(/T[\d:.]+Z",/).at(-1) ?? '';

test('keeps the labels and answers of an order when the fields change later', async () => {
  const { seller, buy, republish } = await openAsking(SIZE, NOTE);
  await buy({ size: 'Large', note: 'Two\nlines', nobody: 'asked' });
  await republish(NOTE, { ...SIZE, label: 'T-shirt size', name: 'shirt', choices: ['S', 'L'] });
  await buy({ shirt: 'S' });
  await republish(asked('color', 'Colour'));
  await buy({ color: 'Blue', size: 'Large' });
  expect(await answersOf(seller)).toEqual([
    ['Size: Large', 'Anything else?: Two\nlines'],
    ['T-shirt size: S'],
    ['Colour: Blue'],
  ]);
  const [heads, ...lines] = await csvOf(seller);
  expect(answersIn(heads)).toBe('"T-shirt size","Anything else?","Colour"');
  expect(lines.map(lastCells)).toEqual(['"Large","Two lines",', '"S",,', ',,"Blue"']);
});

test('keeps the columns of an export from its first part', async () => {
  const { seller, buy, republish } = await openAsking(NOTE);
  await buy({ note: 'One' });
  await buy({ note: 'Two' });
  const first = (await seller.call('export-orders', { upTo: 1 })).body;
  await republish({ ...NOTE, label: 'Renamed' }, asked('color', 'Colour'));
  await buy({ note: 'Three', color: 'Blue' });
  const rest = (await seller.call('export-orders', { after: 1, columns: first.columns })).body;
  expect(answersIn(first.lines.split('\r\n')[0])).toBe('"Anything else?"');
  expect(rest.lines.split('\r\n').slice(0, -1).map(lastCells)).toEqual(['"Two"', '"Three"']);
});

test('names invalid answers by field and creates no session', async () => {
  const { shop, press } = await openAsking(SIZE, asked('constructor', 'How many?', { kind: 'number' }));
  const { status, body } = await press({ size: 'Huge', constructor: 'many' });
  expect([status, body.error]).toEqual([
    422,
    {
      code: 'answer_invalid',
      title: 'Checkout failed',
      message: 'Choose one of the options',
      fields: {
        size: 'Choose one of the options',
        constructor: 'Type a number, with a dot before decimals, like 12.5',
      },
    },
  ]);
  expect((await press({})).body.error?.message).toBe('Please choose: Size');
  expect(await shop.context.db.select().from(attempts)).toEqual([]);
});

test('accepts unusual names and values within the limits', async () => {
  const { shop, press } = await openAsking(NOTE, asked('to-string', 'مرحبا 🏺 <b>'));
  const most = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`n${at}`, 'x']));
  const cases: [TypedAnswers, number][] = [
    [{ ['__proto__']: 'x', constructor: 'x', note: 'a\u0000b\u202e' }, 200],
    [{ note: '\ud800' }, 200],
    [{ note: '🏺'.repeat(2000) }, 200],
    [{ note: '🏺'.repeat(2001) }, 422],
    [{ note: 'x'.repeat(10_000) }, 422],
    [{ note: 'x'.repeat(10_001) }, 400],
    [most, 200],
    [{ ...most, more: 'x' }, 400],
    [{ ['x'.repeat(201)]: 'x' }, 400],
    [{ note: 7 } as never, 400],
    [['a'] as never, 400],
  ];
  for (const [answers, expected] of cases)
    expect([JSON.stringify(answers).slice(0, 60), (await press(answers)).status]).toEqual([
      JSON.stringify(answers).slice(0, 60),
      expected,
    ]);
  const stored = (await shop.context.db.select().from(attempts)).map(({ answers }) =>
    answers.map(({ value }) => value.slice(0, 4)).join(),
  );
  expect(stored.toSorted()).toEqual(['', '', 'ab', '🏺🏺']);
});

test('creates another attempt for the same token with other answers', async () => {
  const { press } = await openAsking(NOTE);
  const attempt = crypto.randomUUID();
  const urlOf = async (note: string) => (await press({ note }, { attempt })).body.url;
  const first = await urlOf('One');
  expect(await urlOf('One')).toBe(first);
  expect(await urlOf(' One ')).toBe(first);
  expect(await urlOf('Two')).not.toBe(first);
});

const mailsOf = async ({ context }: TestShop, kind: string) =>
  (await context.db.select().from(outbox).where(eq(outbox.kind, kind))).map((row) =>
    mailOf(row, context.secrets.unseal),
  );

test('includes the answers in emails and exports of seller and buyer', async () => {
  const { shop, seller, buy } = await openAsking(SIZE, FROM);
  await buy({ size: 'Small', from: 'spring' });
  const both = [
    { id: 'size', kind: 'select', label: 'Size', value: 'Small' },
    { id: 'from', kind: 'hidden', label: 'Came from', value: 'spring' },
  ];
  expect(await mailsOf(shop, 'sale_notice')).toMatchObject([{ answers: both }]);
  expect(await mailsOf(shop, 'receipt')).toMatchObject([{ answers: both.slice(0, 1) }]);
  const { orders } = (await seller.call('export-account', {})).body as { orders: object[] };
  expect(orders).toMatchObject([{ answers: both }]);
  const { buyer } = await letIn({ shop, buyers: publicShop(shop.context).buyers }, 'buyer@example.com');
  const copy = await buyer.download();
  expect('text' in copy && JSON.parse(copy.text).purchases).toMatchObject([{ answers: both }]);
});

test('rejects invalid fields with their position and cleans unusual characters', async () => {
  const { republish, seller } = await openAsking();
  const saved = await republish(
    SIZE,
    { ...NOTE, name: 'size' },
    asked('x', ' '),
    asked('y', 'Y', { name: '__proto__' }),
  );
  expect(saved.status).toBe(422);
  expect(saved.body.error).toMatchObject({
    problems: [1, 2, 3].map((place) => ({ field: `customFields.${place}` })),
  });
  const odd = asked('odd', '  \u202eמה\u202c  🏺 \u0000<script> ', {
    name: 'ODD',
    help: 'a\u0000b',
    min: '1',
  });
  expect((await republish(odd)).status).toBe(200);
  const [page] = (await seller.call('list-pages', {})).body.pages;
  const { published } = (await seller.call('get-page', { pageId: page?.id ?? '' })).body;
  expect(published?.customFields).toEqual([{ ...odd, name: 'odd', label: 'מה 🏺 <script>', help: 'ab' }]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => asked(`f${at}`, `F${at}`));
  expect((await republish(...many(20))).status).toBe(200);
  expect((await republish(...many(21))).status).toBe(422);
  expect((await republish(...many(51))).status).toBe(400);
  for (const wrong of [
    { ...NOTE, id: '__proto__' },
    { ...NOTE, kind: 'file' },
    { ...NOTE, more: 1 },
  ])
    expect((await republish(wrong as never)).status).toBe(400);
});
