import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig } from '#domain/checkout-page.ts';
import { FIELD_KINDS, type CustomField } from '#domain/custom-field.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const createField = (kind: CustomField['kind'], overrides: Partial<CustomField> = {}): CustomField => ({
  id: `id-${kind}`,
  kind,
  name: kind,
  label: `The ${kind}`,
  help: '',
  required: false,
  choices: ['Small', 'Large'],
  min: '',
  max: '',
  ...overrides,
});

const PAY = { slug: 'taller', version: 3, attempt: '' };

const renderPage = (customFields: CustomField[], props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(
    <CheckoutPage
      config={{ ...toPublicConfig(createEmptyConfig()), customFields }}
      sellerName={null}
      pay={PAY}
      {...props}
    />,
  );

/** Returns the tag of the input with this name. */
const tagOf = (html: string, name: string): string =>
  new RegExp(`<(?:input|select|textarea)[^>]*name="f\\.${name}"[^>]*>`).exec(html)?.[0] ?? '';

test('renders each kind with its native input type', () => {
  const html = renderPage(FIELD_KINDS.map((kind) => createField(kind)));
  const controls = FIELD_KINDS.map((kind) => /type="\w+"|<select|<textarea/.exec(tagOf(html, kind))?.[0]);
  expect(Object.fromEntries(FIELD_KINDS.map((kind, index) => [kind, controls[index]]))).toEqual({
    short: 'type="text"',
    long: '<textarea',
    email: 'type="email"',
    phone: 'type="tel"',
    url: 'type="url"',
    number: 'type="text"',
    date: 'type="date"',
    select: '<select',
    radio: 'type="radio"',
    checkbox: 'type="checkbox"',
    hidden: 'type="hidden"',
  });
});

test('renders a hidden field on the public page but not in previews', () => {
  const values = { answers: { hidden: '"><script>alert(1)</script>' } };
  const html = renderPage([createField('hidden')], { values });
  expect(tagOf(html, 'hidden')).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(html).not.toContain('The hidden');
  expect(renderPage([createField('hidden')], { values, pay: undefined })).not.toContain('f.hidden');
});

test('labels optional fields and marks required ones', () => {
  const html = renderPage([
    createField('short'),
    createField('long', { required: true }),
    createField('radio', { required: true }),
  ]);
  expect(html.split('(optional)')).toHaveLength(2);
  expect(tagOf(html, 'short')).not.toContain('required');
  expect(tagOf(html, 'long')).toContain('required=""');
  expect(html).toContain('aria-required="true"');
});

test('links help and error with their field and focuses the first error', () => {
  const errors = { fields: { email: { message: 'No address' }, short: { message: 'Too short' } } };
  const html = renderPage([createField('short', { help: 'As on your passport' }), createField('email')], {
    errors,
  });
  const short = tagOf(html, 'short');
  expect(short).toContain('aria-describedby="f-short-help f-short-problem"');
  expect(short).toContain('aria-invalid="true"');
  expect(short).toContain('autofocus');
  expect(tagOf(html, 'email')).not.toContain('autofocus');
  expect(html).toContain('<p class="co-help" id="f-short-help" dir="auto">As on your passport</p>');
  expect(html).toContain('<p class="co-err" id="f-email-problem"><span>No address</span></p>');
});

test('keeps submitted answers', () => {
  const answers = { short: 'Ada', long: 'one\ntwo', select: 'Large', radio: 'Small', checkbox: 'yes' };
  const html = renderPage(
    Object.keys(answers).map((kind) => createField(kind as CustomField['kind'])),
    {
      values: { answers },
    },
  );
  expect(tagOf(html, 'short')).toContain('value="Ada"');
  expect(html).toContain('one\ntwo</textarea>');
  expect(html).toContain('<option value="Large" selected="">');
  expect(html).toMatch(/type="radio"[^>]*checked=""[^>]*value="Small"|value="Small"[^>]*checked=""/);
  expect(tagOf(html, 'checkbox')).toContain('checked=""');
});

test('treats names of object properties like any other name', () => {
  const html = renderPage([createField('short', { name: 'constructor' })], { values: { answers: {} } });
  expect(tagOf(html, 'constructor')).toContain('value=""');
  expect(html).toContain('id="f-constructor-problem" hidden=""');
});

test('renders two unfinished fields in a preview without duplicate ids', () => {
  const unfinished = [
    createField('short', { name: '', label: '' }),
    createField('short', { id: 'b', name: '', label: '' }),
  ];
  const html = renderPage(unfinished, { pay: undefined });
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
