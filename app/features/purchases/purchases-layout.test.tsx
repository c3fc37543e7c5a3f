import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { SAMPLE_SELLER } from '#app/testing/purchases.ts';

import { PurchasesLayout } from './purchases-layout.tsx';
import { LinkSent } from './sign-in-link-form.tsx';

const render = (seller: typeof SAMPLE_SELLER | null) =>
  renderToStaticMarkup(
    <PurchasesLayout email="bo@example.com" seller={seller}>
      <h1>Receipt</h1>
    </PurchasesLayout>,
  );

test('has the colors and fonts of the only seller, and none of its own otherwise', () => {
  const html = render(SAMPLE_SELLER);
  expect(html).toMatch(/<div class="pu" data-branded="true" style="[^"]*--a:#b4532a/);
  expect(html).toContain('--fh:&#x27;Lora&#x27;');
  expect(render(null)).not.toMatch(/data-branded|--a:/);
});

test('replaces the form after the link was requested', () => {
  const html = renderToStaticMarkup(<LinkSent />);
  expect(html).toMatch(/role="status"[^]*If there are purchases with this email address/);
  expect(html).toContain('href="/purchases">Use a different email address</a>');
  expect(html).not.toContain('<form');
});
