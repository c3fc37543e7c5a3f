import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { AccountScreen } from '#app/account/account-screen.tsx';
import { MailFirst, NewPasswordCard } from '#app/account/new-password-card.tsx';
import '#app/app.css';
import { withNext } from '#app/session/next-path.ts';
import { useSession, useSignedOutPath } from '#app/session/session.ts';
import { shopContext } from '#app/shop-context.ts';
import { screenMeta } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';

import type { Route } from './+types/auth-new-password';

const HERE = '/auth/new-password';

export const links = () => [archivoPreload];

export const meta = screenMeta('New password', 'Set a new password for your account.');

export const loader = ({ context }: Route.LoaderArgs) => ({
  appUrl: context.get(shopContext).appUrl,
  minPassword: context.get(shopContext).signInOptions.minPassword,
});

export const shouldRevalidate = () => false;

export default function AuthNewPassword({ loaderData }: Route.ComponentProps) {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const exit = useSignedOutPath(HERE);
  useEffect(() => {
    if (status === 'second-step') void navigate(withNext('/auth/second-step', HERE), { replace: true });
    // A sign-out on this screen leaves it; a visitor who arrives signed out is asked to request the email.
    if (status === 'signed-out') void navigate(exit, { replace: true });
  }, [status, navigate, exit]);
  return (
    <AccountScreen saying="A few words in a row are easier to keep in mind than one that is hard to type.">
      {status === 'signed-out' && <MailFirst />}
      {status === 'signed-in' && user && (
        <NewPasswordCard
          user={user}
          minPassword={loaderData.minPassword}
          onDone={() => void navigate('/builder', { replace: true })}
        />
      )}
    </AccountScreen>
  );
}
