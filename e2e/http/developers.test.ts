import { expect, test } from 'vitest';

import { attributesOf, textsOf } from './metadata.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, Visitor } from './visitor.ts';

const app = sharedApp();
const visit = (address: string) => new Visitor(app().url).open(address);

test('the developer pages link to each other, and every fragment link has a target', async () => {
  const start = await visit('/developers');
  expect(textOf(start, 'h1')).toBe('For developers');
  const contents = attributesOf(start, 'nav[aria-label=Contents] > a', 'href');
  expect(contents).toEqual(['/developers/api', '/developers/webhooks']);
  for (const address of ['/developers', ...contents]) {
    const page = await visit(address ?? '');
    expect(page.status).toBe(200);
    const fragments = attributesOf(page, 'main a[href^="#"]', 'href');
    expect(fragments.length).toBeGreaterThan(5);
    expect(fragments.filter((href) => !page.document.getElementById(href?.slice(1) ?? ''))).toEqual([]);
  }
  const reference = await visit('/developers/api');
  expect(textOf(reference, 'h1')).toBe('API reference');
  // An example can scroll sideways, so it must be focusable.
  expect(attributesOf(reference, 'pre[aria-label="Example of Order"]', 'tabindex')).toEqual(['0']);
});

test('an API error links to its explanation in the documentation', async () => {
  const refused = await fetch(`${app().url}/api/v1/orders`);
  const { error } = (await refused.json()) as { error: { docs: string; code: string } };
  expect(error.docs).toBe(`${app().url}/developers#error-${error.code}`);
  const page = await visit(error.docs);
  expect(textsOf(page, `[id="error-${error.code}"]`)).toHaveLength(1);
});
