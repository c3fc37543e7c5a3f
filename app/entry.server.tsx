import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';

import { ScriptNonceContext } from './components/utils/script-nonce.ts';
import { replaceNonceWithHashes } from './script-hashes.ts';
import { servicesContext } from './services-context.ts';

const RENDER_TIMEOUT_MS = 6000;

/** Unguessable outside this process, because it is removed from every document. */
const SCRIPT_NONCE = randomUUID();

/** Header with the CSP sources of our inline scripts. `documentHeaders` of the server replaces it. */
const SCRIPT_SOURCES = 'X-Script-Sources';

const isStatic = (context: EntryContext): boolean =>
  context.staticHandlerContext.matches.some(({ route }) => {
    const handle: unknown = context.routeModules[route.id]?.handle;
    return typeof handle === 'object' && handle !== null && 'static' in handle && handle.static === true;
  });

/** Renders the complete document, because its headers (CSP hashes, ETag) depend on the finished bytes. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const shell = (
    <ScriptNonceContext value={SCRIPT_NONCE}>
      <ServerRouter context={context} url={request.url} nonce={SCRIPT_NONCE} />
    </ScriptNonceContext>
  );
  const renderedHtml = isStatic(context) ? renderToString(shell) : await renderToText(shell);
  const { html, sources } = replaceNonceWithHashes(renderedHtml, SCRIPT_NONCE);
  headers.set(SCRIPT_SOURCES, sources.join(' '));
  return new Response(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/, '')}`, { status, headers });
}

/** Hydrated routes need the streaming renderer, because React Router streams its data through Suspense. */
function renderToText(shell: React.ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(shell, {
      nonce: SCRIPT_NONCE,
      onAllReady() {
        resolve(text(pipe(new PassThrough())));
      },
      onShellError: reject,
      onError: reject,
    });
    setTimeout(abort, RENDER_TIMEOUT_MS).unref();
  });
}

/** Logs an unexpected error of a loader or an action. The visitor sees the route's error page. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(servicesContext).logRouteError(error, new URL(request.url).pathname);
}
