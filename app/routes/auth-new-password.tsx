import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { AuthLayout } from '#app/features/auth/auth-layout.tsx';
import { RequestEmailFirst, NewPasswordCard } from '#app/features/auth/new-password-card.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { RpcQueryProvider } from '#app/lib/rpc/rpc-query-provider.tsx';
import { withNextParam } from '#app/lib/session/next-path.ts';
import { useSession, useSignedOutPath } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';
import { screenMessages } from '#content/messages/screens.ts';

const NEW_PASSWORD_PATH = '/auth/new-password';

export const meta = screenMeta(screenMessages.newPassword);

export default function AuthNewPassword() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const signedOutPath = useSignedOutPath(NEW_PASSWORD_PATH);
  useEffect(() => {
    if (status === 'second-step')
      void navigate(withNextParam('/auth/second-step', NEW_PASSWORD_PATH), { replace: true });
    // A sign-out on this screen leaves it; a visitor who arrives signed out is asked to request the email.
    if (status === 'signed-out') void navigate(signedOutPath, { replace: true });
  }, [status, navigate, signedOutPath]);
  return (
    <AuthLayout tagline={authMessages.layout.taglines.newPassword}>
      {status === 'signed-out' && <RequestEmailFirst />}
      {status === 'signed-in' && user && (
        <RpcQueryProvider key={user.id}>
          <NewPasswordCard user={user} onDone={() => void navigate('/builder', { replace: true })} />
        </RpcQueryProvider>
      )}
    </AuthLayout>
  );
}
