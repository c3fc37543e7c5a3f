import { useLocation, useNavigate } from 'react-router';

import { AuthLayout } from '#app/features/auth/auth-layout.tsx';
import { RequestEmailCard } from '#app/features/auth/request-email-card.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { authMessages } from '#content/messages/auth.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.forgotPassword);

/** The email address that was typed on the sign-in page. */
const getTypedEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : '';

export default function AuthForgot() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <AuthLayout tagline={authMessages.layout.taglines.forgot}>
      <RequestEmailCard
        purpose="recovery"
        title={authMessages.forgot.title}
        text={authMessages.forgot.text}
        email={getTypedEmail(state)}
        onVerified={() => void navigate('/auth/new-password', { replace: true })}
      />
    </AuthLayout>
  );
}
