import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import { Notice } from './notice.tsx';
import { withoutNotice } from './without-notice.ts';

function wordsAt(address: string): string {
  const Stub = createRoutesStub([{ path: '/', Component: Notice }]);
  return renderToStaticMarkup(<Stub initialEntries={[address]} />);
}

test('renders the text of a known notice', () => {
  const html = wordsAt('/?notice=page-not-found');
  expect(html).toContain('Page not found');
  expect(html).toContain('This checkout page doesn&#x27;t exist');
});

test('has its own text for signing out', () => {
  expect(wordsAt('/?notice=signed-out')).toContain('You have been signed out successfully.');
});

test.each(['/', '/?notice=', '/?notice=toString', '/?notice=<b>', '/?other=page-not-found'])(
  'renders nothing at %s',
  (address) => {
    expect(wordsAt(address)).toBe('');
  },
);

test('removes only the notice from the URL', () => {
  expect(withoutNotice('https://till.example/?a=1&notice=signed-out&b=2#top')).toBe('/?a=1&b=2#top');
  expect(withoutNotice('https://till.example/?notice=signed-out')).toBe('/');
});
