import { expect, test } from 'vitest';

import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, listTexts } from '../support/page-metadata.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();
const openPage = (address: string) => new Visitor(app().url).open(address);

test('the developer pages link to each other, and every fragment link has a target', async () => {
  const start = await openPage('/developers');
  expect(getText(start, 'h1')).toBe('For developers');
  const contents = listAttributes(start, 'nav[aria-label=Contents] > a', 'href');
  expect(contents).toEqual(['/developers/api', '/developers/webhooks', '/developers/embed']);
  for (const address of ['/developers', ...contents]) {
    const page = await openPage(address ?? '');
    expect(page.status).toBe(200);
    const fragments = listAttributes(page, 'main a[href^="#"]', 'href');
    expect(fragments.length).toBeGreaterThan(5);
    expect(fragments.filter((href) => !page.document.getElementById(href?.slice(1) ?? ''))).toEqual([]);
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
