import { expect, test } from 'vitest';

import { subscribeToSandbox, type Exchange } from '../../core/diagnostics.ts';
import type { SandboxEvent } from '../../core/objects.ts';
import { openFixture, createSeller, orderParams } from '../sandbox-fixture.ts';
import { checkEvent, checkExchange } from './check-exchange.ts';

type Json = Record<string, unknown>;

const exchanges: Exchange[] = [];
const events: SandboxEvent[] = [];
subscribeToSandbox(
  (exchange) => exchanges.push(exchange),
  (event) => events.push(event),
);

/** Records the exchange that creates a session with its line items, and an event of the seller's account. */
const recordSession = async (): Promise<{ exchange: Exchange; event: SandboxEvent }> => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await fixture.stripe.checkout.sessions.create(
    orderParams({ branding_settings: { button_color: '#112233' }, expand: ['line_items'] }),
    seller,
  );
  const exchange = exchanges.findLast(({ path }) => path === '/v1/checkout/sessions');
  const event = events.findLast(({ type }) => type === 'account.updated');
  await fixture.sandbox.close();
  if (!exchange || !event) throw new Error('Nothing was recorded.');
  return { exchange, event };
};

const describeDeviations = (exchange: Exchange, overrides: Partial<Exchange>): string =>
  checkExchange({ ...exchange, ...overrides }).join('\n');

test("finds no deviation in an exchange and an event that match Stripe's schema", async () => {
  const { exchange, event } = await recordSession();
  expect(checkExchange(exchange)).toEqual([]);
  expect(checkEvent(event)).toEqual([]);
});

test('reports unknown, mistyped, missing and too long parameters', async () => {
  const { exchange } = await recordSession();
  const checkWithAdded = (form: string): string => describeDeviations(exchange, { form: `${exchange.form}&${form}` });
  expect(checkWithAdded('colour=red')).toContain('POST /v1/checkout/sessions (200): colour is unknown to Stripe.');
  expect(checkWithAdded('branding_settings[colour]=red')).toContain('branding_settings[colour] is unknown');
  expect(checkWithAdded('expires_at=soon')).toContain('expires_at is "soon" and not a number');
  expect(checkWithAdded('locale=xx')).toContain('locale is "xx", which is none of');
  expect(checkWithAdded('automatic_tax[liability][type]=self')).toContain('automatic_tax[enabled] is required');
  expect(checkWithAdded('client_reference_id=')).toContain('client_reference_id is empty');
  expect(checkWithAdded(`client_reference_id=${'x'.repeat(201)}`)).toContain('has 201 characters, of at most 200');
  expect(checkWithAdded('metadata[any]=thing')).toBe('');
  expect(describeDeviations(exchange, { path: '/v1/checkout/meetings' })).toContain('Stripe has no such operation');
  expect(describeDeviations(exchange, { version: '2020-08-27' })).toContain('Stripe-Version is 2020-08-27');
});

test('reports refused, ignored and unrequested expansions', async () => {
  const { exchange } = await recordSession();
  const checkWithAdded = (path: string): string =>
    describeDeviations(exchange, { form: `${exchange.form}&expand[1]=${path}` });
  expect(checkWithAdded('nothing')).toContain('names the property nothing, which does not exist');
  expect(checkWithAdded('status')).toContain('expand: status cannot be expanded');
  expect(checkWithAdded('line_items.data.price.product.default_price')).toContain('deeper than 4 levels');
  expect(checkWithAdded('line_items.data.price.product')).toContain('line_items.data.price.product was not expanded');
  const withoutExpand = exchange.form.replace('expand[0]=line_items', '');
  expect(describeDeviations(exchange, { form: withoutExpand })).toContain(
    '.line_items is included although the request',
  );
});

test('reports missing, unknown, null and mistyped keys', async () => {
  const { exchange } = await recordSession();
  const body: Json = JSON.parse(exchange.body);
  const checkWithChange = (overrides: Json): string =>
    describeDeviations(exchange, { body: JSON.stringify({ ...body, ...overrides }) });
  expect(checkWithChange({ currency: undefined })).toContain('<checkout.session>.currency is missing');
  expect(checkWithChange({ colour: 'red' })).toContain('<checkout.session>.colour does not exist at Stripe');
  expect(checkWithChange({ mode: null })).toContain('<checkout.session>.mode is null');
  expect(checkWithChange({ mode: 'gift' })).toContain('<checkout.session>.mode is "gift"');
  expect(checkWithChange({ amount_total: '2900' })).toContain('<checkout.session>.amount_total is "2900"');
  expect(checkWithChange({ amount_total: 0.5 })).toContain('is 0.5 and not a whole number');
  expect(checkWithChange({ id: 'session_1' })).toContain('session_1 is no id of a checkout.session');
  expect(checkWithChange({ customer: { object: 'customer', id: 'cus_1', deleted: true } })).toContain(
    '<checkout.session>.customer is an object although the request did not expand it',
  );
});

test("reports errors without Stripe's type, code or keys", async () => {
  const { exchange } = await recordSession();
  const checkError = (error: Json): string =>
    describeDeviations(exchange, { status: 400, form: 'colour=red', body: JSON.stringify({ error }) });
  const error = { type: 'invalid_request_error', message: 'No.' };
  expect(checkError(error)).toBe('');
  expect(checkError({ ...error, code: 'resource_missing' })).toBe('');
  expect(checkError({ ...error, code: 'invoice_already_paid' })).toContain('error.code is "invoice_already_paid"');
  expect(checkError({ ...error, type: 'sad_error' })).toContain('error.type is "sad_error"');
  expect(checkError({ ...error, reason: 'x' })).toContain('error.reason does not exist');
  expect(checkError({ type: 'card_error', code: 'card_declined' })).toContain('error.decline_code is missing');
});

test('reports events with an unknown type, a wrong object or wrong previous attributes', async () => {
  const { event } = await recordSession();
  const checkWithChange = (overrides: Partial<SandboxEvent>): string =>
    checkEvent({ ...event, ...overrides }).join('\n');
  expect(checkWithChange({ type: 'account.renamed' })).toBe('account.renamed: Stripe has no such event.');
  expect(checkWithChange({ type: 'coupon.updated' })).toContain('data.object is {"id":"acct_');
  expect(checkWithChange({ api_version: '2020-08-27' })).toContain('event.api_version is 2020-08-27');
  expect(checkWithChange({ type: 'account.external_account.deleted' })).toContain('Stripe sends with *.updated only');
  expect(checkWithChange({ data: { ...event.data, previous_attributes: { colour: 'red' } } })).toContain(
    'data.previous_attributes.colour does not exist',
  );
});
