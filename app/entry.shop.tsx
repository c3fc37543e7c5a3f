import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import type { Shop } from '#server/shop.ts';

import { drawMail } from './mail/draw-mail.tsx';
import { shopContext } from './shop-context.ts';

const handle = createRequestHandler(build, import.meta.env.MODE);

/** Answers documents and data requests of the routes, with the running shop in their context. */
export function render(request: Request, shop: Shop): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  return handle(request, context);
}

/** Draws a mail, both of its parts, with links to this origin. */
export const renderMail = drawMail;
