import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { SecretField } from './typed-field.tsx';

const drawn = (autoComplete: string): string =>
  renderToStaticMarkup(
    <SecretField
      label="New password"
      autoComplete={autoComplete}
      value="brass-till-27"
      onType={() => undefined}
    />,
  );

test('hides a password, allows pasting, and supports password managers', () => {
  for (const kind of ['current-password', 'new-password']) {
    const field = /<input[^>]*>/.exec(drawn(kind))?.[0] ?? '';
    expect(field).toContain('type="password"');
    expect(field.toLowerCase()).toContain(`autocomplete="${kind}"`);
    expect(field).not.toMatch(/maxlength|readonly|onpaste/i);
  }
});

test('has a Show button that names what it shows', () => {
  expect(drawn('new-password')).toMatch(
    /<button[^>]*type="button"[^>]*>Show<span[^>]*> new password<\/span>/,
  );
});
