import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import { removeNoticeParam } from '#app/features/site/enhance/enhancements.ts';

import { NoticeBanner } from './notice-banner.tsx';

function renderNoticeAt(url: string): string {
  const Stub = createRoutesStub([{ path: '/', Component: NoticeBanner }]);
  return renderToStaticMarkup(<Stub initialEntries={[url]} />);
}

test('renders the text of a known notice', () => {
  const html = renderNoticeAt('/?notice=page-not-found');
  expect(html).toContain('Page not found');
  expect(html).toContain('This checkout page doesn&#x27;t exist');
});

test('has its own text for signing out', () => {
  expect(renderNoticeAt('/?notice=signed-out')).toContain('You have been signed out successfully.');
});

test.each(['/', '/?notice=', '/?notice=toString', '/?notice=<b>', '/?other=page-not-found'])(
  'renders nothing at %s',
  (url) => {
    expect(renderNoticeAt(url)).toBe('');
  },
);

test('removes only the notice from the URL', () => {
  expect(removeNoticeParam('https://till.example/?a=1&notice=signed-out&b=2#top')).toBe('/?a=1&b=2#top');
  expect(removeNoticeParam('https://till.example/?notice=signed-out')).toBe('/');
});
