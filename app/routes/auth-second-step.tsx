import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { AuthLayout } from '#app/account/account-screen.tsx';
import { SecondFactorCard } from '#app/account/second-step-card.tsx';
import { WELCOME_BACK } from '#app/account/welcome.ts';
import '#app/app.css';
import { resolveNextPath, withNextParam } from '#app/session/next-path.ts';
import { useSession, useSignedOutPath } from '#app/session/session.ts';
import { servicesContext } from '#app/shop-context.ts';
import { screenMeta } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Route } from './+types/auth-second-step';

export const links = () => [archivoPreload];

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(servicesContext).appUrl });

export const shouldRevalidate = () => false;

export const meta = screenMeta('Second step', 'Confirm your sign-in with a second step.');

export default function AuthSecondStep() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const requestedPath = searchParams.get('next');
  const targetPath = resolveNextPath(requestedPath);
  const signedOutPath = useSignedOutPath(withNextParam('/auth', requestedPath));
  useEffect(() => {
    if (status === 'signed-in') void navigate(targetPath, { replace: true });
    if (status === 'signed-out') void navigate(signedOutPath, { replace: true });
  }, [status, navigate, targetPath, signedOutPath]);
  const showWelcome = () => targetPath !== '/auth/new-password' && toast(WELCOME_BACK);
  return (
    <AuthLayout tagline="Two locks on the till: what you know, and what you have.">
      {status === 'second-step' && user && <SecondFactorCard user={user} onVerified={showWelcome} />}
    </AuthLayout>
  );
}
