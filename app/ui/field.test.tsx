import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Field } from './field.tsx';

const drawn = (props: { hint?: string; error?: string }) =>
  renderToStaticMarkup(
    <Field label="Name" {...props}>
      {(wiring) => <input {...wiring} />}
    </Field>,
  );

/** The text that describes the input, by its id. */
function descriptionIn(html: string): string | undefined {
  const id = /<input[^>]*aria-describedby="([^"]*)"/.exec(html)?.[1];
  return id && new RegExp(`id="${id}".*?>([^<>]+)<`, 's').exec(html)?.[1];
}

test('a field with an error is marked as invalid and described by the error', () => {
  const html = drawn({ hint: 'As on your card.', error: 'Type a name.' });
  expect(html).toMatch(/<input[^>]*aria-invalid="true"/);
  expect(descriptionIn(html)).toBe('Type a name.');
  expect(html).not.toContain('As on your card.');
  expect(descriptionIn(drawn({ error: 'Type a name.' }))).toBe('Type a name.');
});

test('a field without an error is described by its hint and not marked', () => {
  const html = drawn({ hint: 'As on your card.' });
  expect(html).not.toContain('aria-invalid');
  expect(descriptionIn(html)).toBe('As on your card.');
  expect(drawn({})).not.toContain('aria-describedby');
});
