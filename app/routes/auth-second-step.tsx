import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { AuthLayout } from '#app/features/auth/auth-layout.tsx';
import { SecondFactorCard } from '#app/features/auth/second-factor-card.tsx';
import { WELCOME_BACK } from '#app/features/auth/use-auth-action.ts';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { resolveNextPath, withNextParam } from '#app/lib/session/next-path.ts';
import { useSession, useSignedOutPath } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.secondFactor);

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
    <AuthLayout tagline={authMessages.layout.taglines.secondFactor}>
      {status === 'second-step' && user && <SecondFactorCard user={user} onVerified={showWelcome} />}
    </AuthLayout>
  );
}
