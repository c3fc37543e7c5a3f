import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Field } from './field.tsx';

const renderField = (props: { hint?: string; error?: string }) =>
  renderToStaticMarkup(
    <Field label="Name" {...props}>
      {(fieldProps) => <input {...fieldProps} />}
    </Field>,
  );

/** Returns the text of the element that describes the input. */
function findDescription(html: string): string | undefined {
  const id = /<input[^>]*aria-describedby="([^"]*)"/.exec(html)?.[1];
  return id && new RegExp(`id="${id}".*?>([^<>]+)<`, 's').exec(html)?.[1];
}

test('marks a field with an error as invalid and describes it by the error', () => {
  const html = renderField({ hint: 'As on your card.', error: 'Type a name.' });
  expect(html).toMatch(/<input[^>]*aria-invalid="true"/);
  expect(findDescription(html)).toBe('Type a name.');
  expect(html).not.toContain('As on your card.');
  expect(findDescription(renderField({ error: 'Type a name.' }))).toBe('Type a name.');
});

test('describes a field without an error by its hint and does not mark it', () => {
  const html = renderField({ hint: 'As on your card.' });
  expect(html).not.toContain('aria-invalid');
  expect(findDescription(html)).toBe('As on your card.');
  expect(renderField({})).not.toContain('aria-describedby');
});
