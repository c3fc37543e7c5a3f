import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ToastCard } from './toast-card.tsx';

const onClose = () => {};

test('announces an error immediately', () => {
  const html = renderToStaticMarkup(<ToastCard title="Error" message="No." destructive onClose={onClose} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain('<b>Error</b><p>No.</p>');
});

test('does not announce other messages as alerts', () => {
  expect(renderToStaticMarkup(<ToastCard title="Copied!" onClose={onClose} />)).not.toContain('role="alert"');
});

test('names the toast in the label of its close button', () => {
  expect(renderToStaticMarkup(<ToastCard title="Copied!" onClose={onClose} />)).toContain(
    'aria-label="Close: Copied!"',
  );
});

test('opens a link in a new tab', () => {
  const link = { label: 'Open the dashboard', href: 'https://stripe.example/' };
  const html = renderToStaticMarkup(<ToastCard title="Blocked" link={link} onClose={onClose} />);
  expect(html).toContain('href="https://stripe.example/" target="_blank" rel="noreferrer"');
});
