import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import type { Email, RenderedEmail } from '#domain/email.ts';
import type { Services } from '#server/core/services.ts';

import { getFontSource } from './checkout-page/fonts/font-sources.ts';
import { readFontTexts } from './checkout-page/fonts/read-font-texts.ts';
import { servicesContext } from './services-context.ts';

const handleRequest = createRequestHandler(build, import.meta.env.MODE);

/** Handles document and data requests of the routes, with the services in their context. */
export function render(request: Request, services: Services): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  return handleRequest(request, context);
}

/** How the font files of pages are made. */
export const fonts = { readTexts: readFontTexts, getSource: getFontSource };

/** Renders an email as HTML and text, with links to this origin. Templates are loaded with the first email. */
export const renderMail = async (mail: Email, appUrl: string): Promise<RenderedEmail> =>
  (await import('./emails/render-email.tsx')).renderEmail(mail, appUrl);
