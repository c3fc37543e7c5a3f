import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';

import { AppShell } from '#app/account/app-shell.tsx';
import '#app/app.css';
import { ConfirmIdentityDialog } from '#app/session/confirm-identity-dialog.tsx';
import { withNext } from '#app/session/next-path.ts';
import { useSession, useSignedOutPath } from '#app/session/session.ts';
import { useFocusOnNavigation } from '#app/session/use-focus-on-navigation.ts';
import { shopContext } from '#app/shop-context.ts';
import { archivoPreload } from '#app/ui/archivo.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';

import type { Route } from './+types/app';

export const loader = ({ context }: Route.LoaderArgs) => {
  const { appUrl, sandbox, receiver } = context.get(shopContext);
  return { appUrl, sandbox, receiver };
};

export type AppOutlet = { receiver: string | null };

export const links = () => [archivoPreload];

/** The loader data never changes while the server runs. */
export const shouldRevalidate = () => false;

export default function App({ loaderData }: Route.ComponentProps) {
  useFocusOnNavigation();
  const { status } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const here = pathname + search + hash;
  const exit = useSignedOutPath(pathname === '/subscription' ? '/builder' : withNext('/auth', here));
  useEffect(() => {
    if (status === 'signed-out') void navigate(exit, { replace: true });
    if (status === 'second-step') void navigate(withNext('/auth/second-step', here), { replace: true });
  }, [status, navigate, exit, here]);
  return (
    <AppShell sandbox={loaderData.sandbox}>
      {status === 'signed-in' && <Outlet context={{ receiver: loaderData.receiver } satisfies AppOutlet} />}
      <ConfirmIdentityDialog />
    </AppShell>
  );
}

/** Error of a screen. The app shell stays, so that every other screen can be opened. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AppShell sandbox={loaderData?.sandbox ?? false}>
      <LoadFailure
        what="Something went wrong"
        why="This screen could not be shown. Try again, or open another one."
        onRetry={() => window.location.reload()}
      />
    </AppShell>
  );
}
