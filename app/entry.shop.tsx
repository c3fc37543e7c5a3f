import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import type { Shop } from '#server/shop.ts';

import { shopContext } from './shop-context.ts';

/** Answers documents and data requests of the routes, with the running shop in their context. */
export function pages(shop: Shop): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return (request) => {
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    return handle(request, context);
  };
}
