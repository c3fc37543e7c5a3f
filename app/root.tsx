import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';

import { useScriptNonce } from '#app/components/utils/script-nonce.ts';
import { RouteErrorScreen } from '#app/features/site/route-error-screen.tsx';

/** A route with `static: true` works without React in the browser, so its document loads no router scripts. */
export type RouteHandle = { static?: boolean };

const isStatic = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'static' in handle && handle.static === true;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useScriptNonce();
  const isHydrated = !useMatches().some((match) => isStatic(match.handle));
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
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
