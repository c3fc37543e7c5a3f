import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ToastCard } from './toast-card.tsx';

const close = () => {};

test('a failure is announced at once', () => {
  const html = renderToStaticMarkup(<ToastCard title="Error" message="No." destructive onClose={close} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain('<b>Error</b><p>No.</p>');
});

test('other words wait their turn', () => {
  expect(renderToStaticMarkup(<ToastCard title="Copied!" onClose={close} />)).not.toContain('role="alert"');
});

test('the key that closes says what it closes', () => {
  expect(renderToStaticMarkup(<ToastCard title="Copied!" onClose={close} />)).toContain(
    'aria-label="Close: Copied!"',
  );
});

test('a link opens beside the page', () => {
  const link = { label: 'Open the dashboard', href: 'https://stripe.example/' };
  const html = renderToStaticMarkup(<ToastCard title="Blocked" link={link} onClose={close} />);
  expect(html).toContain('href="https://stripe.example/" target="_blank" rel="noreferrer"');
});
