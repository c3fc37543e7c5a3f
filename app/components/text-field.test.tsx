import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PasswordField } from './text-field.tsx';

const renderPasswordInput = (isNew: boolean): string =>
  renderToStaticMarkup(
    <PasswordField label="New password" isNew={isNew} value="brass-till-27" onValueChange={() => undefined} />,
  );

test('hides a password, allows pasting, and supports password managers', () => {
  for (const isNew of [false, true]) {
    const field = /<input[^>]*>/.exec(renderPasswordInput(isNew))?.[0] ?? '';
    expect(field).toContain('type="password"');
    expect(field.toLowerCase()).toContain(`autocomplete="${isNew ? 'new' : 'current'}-password"`);
    expect(field).not.toMatch(/maxlength|readonly|onpaste/i);
  }
});

test('has a Show button that names what it shows', () => {
  expect(renderPasswordInput(true)).toMatch(/<button[^>]*type="button"[^>]*>Show<span[^>]*> new password<\/span>/);
});
