import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { SAMPLE_SELLER } from '#app/testing/purchases.ts';
import type { AccessLinkPage } from '#domain/purchase.ts';

import { AccessLink, AccessLinkMissing } from './access-link.tsx';

const ORDER = { seller: SAMPLE_SELLER, productName: 'Linocut', number: 12, createdAt: '2026-11-20T23:59:00.000Z' };
const render = (page: AccessLinkPage, error: string | null = null) =>
  renderToStaticMarkup(<AccessLink page={page} error={error} />);

test('shows the order and what it delivers', () => {
  const content = { kind: 'link', url: '/g/token/l/d1' } as const;
  const item = { id: 'd1', kind: 'link', name: 'Forum', status: 'ready', endsAt: null, content } as const;
  const html = render({ ...ORDER, kind: 'open', items: [item] });
  for (const text of ['Marlow Prints', 'Linocut', 'Order No. 12 · November 20, 2026', 'What you bought', 'Forum'])
    expect(html).toContain(text);
  expect(html).toContain('href="/g/token/l/d1"');
});

test('asks for the inbox behind an old link, and shows nothing else', () => {
  const html = render({ ...ORDER, kind: 'confirm', email: 'b•••@example.com' });
  expect(html).toContain('Confirm your email address');
  expect(html).toContain('<b>b•••@example.com</b>');
  expect(html).toMatch(/<form method="post"><button[^>]*>Email me a link/);
  expect(render({ ...ORDER, kind: 'confirm', email: 'b•••@example.com' }, 'Too many requests.')).toContain(
    'role="alert">Too many requests.',
  );
  const gone = render({ ...ORDER, kind: 'confirm', email: null });
  expect(gone).toContain('can’t be renewed');
  expect(gone).not.toContain('<form');
});

test('leads from a link that does not exist to the purchases', () => {
  const html = renderToStaticMarkup(<AccessLinkMissing />);
  expect(html).toContain('This link doesn’t work');
  expect(html).toContain('href="/purchases"');
});
