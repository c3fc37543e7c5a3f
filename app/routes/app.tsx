import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';

import { AppShell } from '#app/account/app-shell.tsx';
import '#app/app.css';
import { ConfirmIdentityDialog } from '#app/session/confirm-identity-dialog.tsx';
import { signedOutPath, useSession } from '#app/session/session.ts';
import { shopContext } from '#app/shop-context.ts';
import { archivoPreload } from '#app/ui/archivo.ts';

import type { Route } from './+types/app';

export const loader = ({ context }: Route.LoaderArgs) => ({ sandbox: context.get(shopContext).sandbox });

export const links = () => [archivoPreload];

/** The mode never changes while the shop runs. */
export const shouldRevalidate = () => false;

export default function App({ loaderData }: Route.ComponentProps) {
  const { status } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (status === 'signed-out')
      void navigate(signedOutPath(pathname === '/subscription' ? '/builder' : '/auth'), { replace: true });
  }, [status, navigate, pathname]);
  return (
    <AppShell sandbox={loaderData.sandbox}>
      {status === 'signed-in' && <Outlet />}
      <ConfirmIdentityDialog />
    </AppShell>
  );
}
