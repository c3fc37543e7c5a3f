import { Hono } from 'hono';

import type { Context } from '#server/core/context.ts';

import { apiDocument } from '../api/openapi-document.ts';
import { renderLlmsText } from './llms-text.ts';
import { buildPostmanCollection } from './postman-collection.ts';

const CACHE_HEADERS = { 'Cache-Control': 'public, max-age=3600' };

/** Files for tools of developers, made from the OpenAPI document: `/llms.txt` and `/developers/postman.json`. */
export function developerRoutes({ config: { appUrl } }: Context): Hono {
  const routes = new Hono();
  routes.get('/llms.txt', (c) => c.text(renderLlmsText(appUrl, apiDocument(appUrl)), 200, CACHE_HEADERS));
  routes.get('/developers/postman.json', (c) =>
    c.json(buildPostmanCollection(apiDocument(appUrl)), 200, {
      ...CACHE_HEADERS,
      'Content-Disposition': 'attachment; filename="tillwright.postman_collection.json"',
    }),
  );
  return routes;
}
