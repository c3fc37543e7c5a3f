import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';

import { useScriptNonce } from '#app/components/utils/script-nonce.ts';
import { RouteErrorScreen } from '#app/features/site/route-error-screen.tsx';
import { CONNECTED_SCRIPT } from '#app/lib/connected-attribute.ts';

/** Settings of a route for the layout of the document. */
export type RouteHandle = {
  /** The route works without React in the browser, so its document loads no router scripts. */
  static?: boolean;
  /** Language of the document; English by default. */
  getLanguage?: (loaderData: unknown) => string | undefined;
};

const getHandle = (handle: unknown): RouteHandle => (typeof handle === 'object' && handle !== null ? handle : {});

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useScriptNonce();
  const matches = useMatches().map(({ handle, loaderData }) => ({ ...getHandle(handle), loaderData }));
  const isHydrated = !matches.some((match) => match.static);
  const language = matches.map(({ getLanguage, loaderData }) => getLanguage?.(loaderData)).find(Boolean);
  return (
    <html lang={language ?? 'en'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
        {isHydrated && (
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: CONNECTED_SCRIPT }} />
        )}
      </head>
      <body>
        {children}
        {isHydrated && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteErrorScreen />;
}
