import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import type { PagesEntry } from '#server/app.ts';
import { COMMON_EXPECTED, listWrongHeaders } from '#server/testing/expected-headers.ts';
import { createUnavailableDatabase } from '#server/testing/faulty-database.ts';
import { requestAt, ECHO, addVerifiedDomain } from '#server/testing/sites.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const [SITE, HOST, OTHER_HOST] = ['https://blog.example', 'pay.example.com', 'buy.example.com'];
/** Frames are embedded in other sites; a host name with TLS sends Strict-Transport-Security. */
const OPTIONAL_HEADERS = {
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'strict-transport-security': /^/,
};

/** Stands in for the built routes, which render a document from a thrown Response. */
const PAGES_ENTRY: PagesEntry = {
  render: async (request, services) => {
    try {
      return await ECHO.render(request, services);
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      const { pathname, search } = new URL(request.url);
      return new Response(`<a href="${pathname}${search}">Try again</a>`, {
        status: thrown.status,
        headers: { 'content-type': 'text/html' },
      });
    }
  },
};

/** Two pages on sale, each on the main site, in a frame and on a custom domain. All views of the first were visited. */
async function openTwoPages() {
  const { database, state } = await createUnavailableDatabase();
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY, database });
  const seller = await app.signUpSeller();
  const embedding = { origins: [SITE] };
  const pages = [
    { slug: 'taller', host: HOST },
    { slug: 'unseen', host: OTHER_HOST },
  ];
  for (const { slug, host } of pages) {
    const { pageId } = await seller.publishPage({ productName: `The ${slug}`, embedding }, slug);
    await addVerifiedDomain(app, host, pageId);
  }
  const requestViews = async (slug: string, host: string) => {
    const answers = [
      await app.request(`/c/${slug}`),
      await app.request(`/e/${slug}?${new URLSearchParams({ origin: SITE })}`),
      await requestAt(app, host)('/'),
    ];
    return Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        text: await answer.text(),
        wrong: listWrongHeaders(answer.headers, { ...COMMON_EXPECTED, ...OPTIONAL_HEADERS }),
      })),
    );
  };
  await requestViews('taller', HOST);
  const disconnectDatabase = () => {
    state.isUnavailable = true;
    state.listener?.onDisconnected();
  };
  return {
    app,
    state,
    disconnectDatabase,
    viewCached: () => requestViews('taller', HOST),
    viewUncached: () => requestViews('unseen', OTHER_HOST),
  };
}

const statusesOf = (responses: { status: number; retryAfter: string | null }[]) =>
  responses.map(({ status, retryAfter }) => [status, retryAfter]);
const OK = [200, null];
const UNAVAILABLE = [503, '2'];

test('serves cached pages, frames and custom domains for 15 minutes while the database is unavailable', async () => {
  const { app, disconnectDatabase, state, viewCached } = await openTwoPages();
  const before = await viewCached();
  for (const { text } of before) expect(text).toContain('The taller');
  expect(before[2]?.text).toContain(`"origin":"https://${HOST}"`);
  disconnectDatabase();
  expect(await viewCached()).toEqual(before);
  app.advance(14 * MINUTE_MS);
  expect(await viewCached()).toEqual(before);
  app.advance(2 * MINUTE_MS);
  expect(statusesOf(await viewCached())).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
  state.isUnavailable = false;
  expect(await viewCached()).toEqual(before);
});

test('answers 503 with Retry-After for pages that are not cached while the database is unavailable', async () => {
  const { disconnectDatabase, state, viewUncached } = await openTwoPages();
  disconnectDatabase();
  const responses = await viewUncached();
  expect(statusesOf(responses)).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
  const retryLinks = responses.map(({ text }) => /href="([^"]+)"/.exec(text)?.[1]);
  expect(retryLinks).toEqual(['/c/unseen', `/e/unseen?${new URLSearchParams({ origin: SITE })}`, undefined]);
  expect(responses[2]?.text).toContain('<h1>Back in a moment</h1>');
  for (const { wrong } of responses) expect(wrong).toEqual([]);
  state.isUnavailable = false;
  const after = await viewUncached();
  expect(statusesOf(after)).toEqual([OK, OK, OK]);
  for (const { text } of after) expect(text).toContain('The unseen');
});
