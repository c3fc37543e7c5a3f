import { expect, test } from 'vitest';

import { getLink } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, listTexts } from '../support/page-metadata.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();

const getFrameAncestors = (headers: Headers): string | undefined =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

test('a site that is not allowed to embed a page shows the reason and a link instead of the checkout', async () => {
  const allowedSite = 'https://blog.example';
  const foreignSite = 'https://elsewhere.example';
  const { slug, url } = await createPublishedPage(app(), { embedding: { origins: [allowedSite] } });
  const visitor = new Visitor(app().url, { 'sec-fetch-dest': 'iframe' });
  const rejected = await visitor.open(`/e/${slug}?origin=${foreignSite}`);
  expect([rejected.status, getFrameAncestors(rejected.headers)]).toEqual([403, '*']);
  expect(listTexts(rejected, 'h1')).toEqual(['This checkout can’t be shown here']);
  expect(getText(rejected, 'main')).toContain(foreignSite);
  expect(rejected.document.querySelectorAll('form')).toHaveLength(0);
  expect(getLink(rejected, 'Open checkout').href).toBe(url);

  const frame = await visitor.open(`/e/${slug}?origin=${allowedSite}`);
  expect([frame.status, getFrameAncestors(frame.headers)]).toEqual([200, allowedSite]);
  expect(listAttributes(frame, 'form#pay', 'data-slug')).toEqual([slug]);
  for (const address of [url, '/builder', '/'])
    expect([address, getFrameAncestors((await visitor.open(address)).headers)]).toEqual([address, "'none'"]);
});
