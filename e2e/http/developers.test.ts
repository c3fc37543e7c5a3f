import { expect, test } from 'vitest';

import { DEVELOPER_ARTICLES } from '#content/developer-articles.ts';

import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, listTexts } from '../support/page-metadata.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();
const openPage = (address: string) => new Visitor(app().url).open(address);

test('the developer pages link to each other, and every fragment link has a target', async () => {
  const start = await openPage('/developers');
  expect(getText(start, 'h1')).toBe('For developers');
  const contents = listAttributes(start, 'nav[aria-label=Contents] > a', 'href');
  expect(contents).toEqual(['/developers/api', '/developers/webhooks', ...Object.keys(DEVELOPER_ARTICLES)]);
  for (const address of ['/developers', ...contents]) {
    const page = await openPage(address ?? '');
    expect(page.status).toBe(200);
    const fragments = listAttributes(page, 'main a[href^="#"]', 'href');
    expect(fragments.length).toBeGreaterThan(1);
    const targets = new Set(listAttributes(page, '[id]', 'id'));
    expect(fragments.filter((href) => !targets.has(href?.slice(1) ?? ''))).toEqual([]);
  }
  const reference = await openPage('/developers/api');
  expect(getText(reference, 'h1')).toBe('API reference');
  // An example can scroll sideways, so it must be focusable.
  expect(listAttributes(reference, 'pre[aria-label="Example of Order"]', 'tabindex')).toEqual(['0']);
});

test('an API error links to its explanation in the documentation', async () => {
  const response = await fetch(`${app().url}/api/v1/orders`);
  const { error } = (await response.json()) as { error: { documentationUrl: string; code: string } };
  expect(error.documentationUrl).toBe(`${app().url}/developers#error-${error.code}`);
  const page = await openPage(error.documentationUrl);
  expect(listTexts(page, `[id="error-${error.code}"]`)).toHaveLength(1);
});

test('serves llms.txt and a Postman collection with every endpoint and its example', async () => {
  const document = (await (await fetch(`${app().url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const llms = await (await fetch(`${app().url}/llms.txt`)).text();
  const missing = Object.keys(document.paths).filter((path) => !llms.includes(`/api/v1${path}\``));
  expect(missing).toEqual([]);
  const links = Array.from(llms.matchAll(/\((http[^)]+)\)/g), ([, link = '']) => link);
  const statuses = await Promise.all(links.map(async (link) => (await fetch(link)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const collection = (await (await fetch(`${app().url}/developers/postman.json`)).json()) as PostmanCollection;
  const items = collection.item.flatMap(({ item }) => item);
  expect(items).toHaveLength(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length);
  const create = items.find(({ name }) => name === 'Create a checkout');
  expect(JSON.parse(create?.response[0]?.body ?? '')).toMatchObject({ state: 'open' });
});

type PostmanCollection = { item: { item: { name: string; response: { body: string }[] }[] }[] };
