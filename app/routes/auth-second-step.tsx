import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { AccountScreen } from '#app/account/account-screen.tsx';
import { SecondStepCard } from '#app/account/second-step-card.tsx';
import { WELCOME_BACK } from '#app/account/welcome.ts';
import '#app/app.css';
import { nextPath, withNext } from '#app/session/next-path.ts';
import { useSession, useSignedOutPath } from '#app/session/session.ts';
import { shopContext } from '#app/shop-context.ts';
import { screenMeta } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Route } from './+types/auth-second-step';

export const links = () => [archivoPreload];

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(shopContext).appUrl });

export const shouldRevalidate = () => false;

export const meta = screenMeta('Second step', 'Confirm your sign-in with a second step.');

export default function AuthSecondStep() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('next');
  const next = nextPath(wanted);
  const exit = useSignedOutPath(withNext('/auth', wanted));
  useEffect(() => {
    if (status === 'signed-in') void navigate(next, { replace: true });
    if (status === 'signed-out') void navigate(exit, { replace: true });
  }, [status, navigate, next, exit]);
  const welcome = () => next !== '/auth/new-password' && toast(WELCOME_BACK);
  return (
    <AccountScreen saying="Two locks on the till: what you know, and what you have.">
      {status === 'second-step' && user && <SecondStepCard user={user} onPassed={welcome} />}
    </AccountScreen>
  );
}
