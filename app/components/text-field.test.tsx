import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PasswordInput } from './text-field.tsx';

const renderPasswordInput = (autoComplete: string): string =>
  renderToStaticMarkup(
    <PasswordInput
      label="New password"
      autoComplete={autoComplete}
      value="brass-till-27"
      onValueChange={() => undefined}
    />,
  );

test('hides a password, allows pasting, and supports password managers', () => {
  for (const autoCompleteValue of ['current-password', 'new-password']) {
    const field = /<input[^>]*>/.exec(renderPasswordInput(autoCompleteValue))?.[0] ?? '';
    expect(field).toContain('type="password"');
    expect(field.toLowerCase()).toContain(`autocomplete="${autoCompleteValue}"`);
    expect(field).not.toMatch(/maxlength|readonly|onpaste/i);
  }
});

test('has a Show button that names what it shows', () => {
  expect(renderPasswordInput('new-password')).toMatch(
    /<button[^>]*type="button"[^>]*>Show<span[^>]*> new password<\/span>/,
  );
});
