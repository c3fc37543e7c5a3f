import { expect, test } from 'vitest';

import { pageOnSale } from '../seller.ts';
import { linkOf } from './checkout-visitor.ts';
import { attributesOf, textsOf } from './metadata.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, Visitor } from './visitor.ts';

const app = sharedApp();

const ancestorsOf = (headers: Headers): string | undefined =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

test('a site that is not allowed to embed a page shows the reason and a link instead of the checkout', async () => {
  const allowed = 'https://blog.example';
  const stranger = 'https://elsewhere.example';
  const { slug, url } = await pageOnSale(app(), { embedding: { origins: [allowed] } });
  const visitor = new Visitor(app().url, { 'sec-fetch-dest': 'iframe' });
  const refused = await visitor.open(`/e/${slug}?origin=${stranger}`);
  expect([refused.status, ancestorsOf(refused.headers)]).toEqual([403, '*']);
  expect(textsOf(refused, 'h1')).toEqual(['This checkout cannot be shown here']);
  expect(textOf(refused, 'main')).toContain(stranger);
  expect(refused.document.querySelectorAll('form')).toHaveLength(0);
  expect(linkOf(refused, 'Open the checkout').href).toBe(url);

  const frame = await visitor.open(`/e/${slug}?origin=${allowed}`);
  expect([frame.status, ancestorsOf(frame.headers)]).toEqual([200, allowed]);
  expect(attributesOf(frame, 'form#pay', 'data-slug')).toEqual([slug]);
  for (const address of [url, '/builder', '/'])
    expect([address, ancestorsOf((await visitor.open(address)).headers)]).toEqual([address, "'none'"]);
});
