import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import type { Shop } from '#server/shop.ts';

import { drawMail } from './mail/draw-mail.tsx';
import { shopContext } from './shop-context.ts';

const handle = createRequestHandler(build, import.meta.env.MODE);

/** Handles document and data requests of the routes, with the services in their context. */
export function render(request: Request, shop: Shop): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  return handle(request, context);
}

/** Renders an email as HTML and text, with links to this origin. */
export const renderMail = drawMail;
