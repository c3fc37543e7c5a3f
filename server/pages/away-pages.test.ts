import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { at, ECHO, prove } from '#server/hosts/testing-sites.ts';
import { COMMON, wrongHeaders } from '#server/http/testing-headers.ts';
import { openDatabaseThatGoes } from '#server/testing-faulty-database.ts';
import { openShop } from '#server/testing.ts';

const [SITE, HOST, OTHER_HOST] = ['https://blog.example', 'pay.example.com', 'buy.example.com'];
const MINUTE_MS = 60_000;
/** Frames are embedded in other sites; a host name with TLS sends Strict-Transport-Security. */
const ANYHOW = { 'cross-origin-resource-policy': /^(same|cross)-origin$/, 'strict-transport-security': /^/ };

/** Stands in for the built routes, which render a document from a thrown Response. */
const PAGES: PagesEntry = {
  render: async (request, shop) => {
    try {
      return await ECHO.render(request, shop);
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
async function openSelling() {
  const { database, state } = await openDatabaseThatGoes();
  const shop = await openShop({ pagesEntry: PAGES, database });
  const seller = await shop.seller();
  const embedding = { origins: [SITE] };
  const pages = [
    { slug: 'taller', host: HOST },
    { slug: 'unseen', host: OTHER_HOST },
  ];
  for (const { slug, host } of pages) {
    const { pageId } = await seller.publish({ productName: `The ${slug}`, embedding }, slug);
    await prove(shop, host, pageId);
  }
  const look = async (slug: string, host: string) => {
    const answers = [
      await shop.request(`/c/${slug}`),
      await shop.request(`/e/${slug}?${new URLSearchParams({ origin: SITE })}`),
      await at(shop, host)('/'),
    ];
    return Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        text: await answer.text(),
        wrong: wrongHeaders(answer.headers, { ...COMMON, ...ANYHOW }),
      })),
    );
  };
  await look('taller', HOST);
  const go = () => {
    state.away = true;
    state.ears?.lost();
  };
  return { shop, state, go, seen: () => look('taller', HOST), unseen: () => look('unseen', OTHER_HOST) };
}

const told = (looked: { status: number; retryAfter: string | null }[]) =>
  looked.map(({ status, retryAfter }) => [status, retryAfter]);
const SHOWN = [200, null];
const LATER = [503, '2'];

test('serves cached pages, frames and custom domains for 15 minutes while the database is unavailable', async () => {
  const { shop, go, state, seen } = await openSelling();
  const before = await seen();
  for (const { text } of before) expect(text).toContain('The taller');
  expect(before[2]?.text).toContain(`"origin":"https://${HOST}"`);
  go();
  expect(await seen()).toEqual(before);
  shop.advance(14 * MINUTE_MS);
  expect(await seen()).toEqual(before);
  shop.advance(2 * MINUTE_MS);
  expect(told(await seen())).toEqual([LATER, LATER, LATER]);
  state.away = false;
  expect(await seen()).toEqual(before);
});

test('answers 503 with Retry-After for pages that are not cached while the database is unavailable', async () => {
  const { go, state, unseen } = await openSelling();
  go();
  const looked = await unseen();
  expect(told(looked)).toEqual([LATER, LATER, LATER]);
  const again = looked.map(({ text }) => /href="([^"]+)"/.exec(text)?.[1]);
  expect(again).toEqual(['/c/unseen', `/e/unseen?${new URLSearchParams({ origin: SITE })}`, undefined]);
  expect(looked[2]?.text).toContain('<h1>Back in a moment</h1>');
  for (const { wrong } of looked) expect(wrong).toEqual([]);
  state.away = false;
  const after = await unseen();
  expect(told(after)).toEqual([SHOWN, SHOWN, SHOWN]);
  for (const { text } of after) expect(text).toContain('The unseen');
});
