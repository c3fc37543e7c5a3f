import { useLocation, useNavigate } from 'react-router';

import { AuthLayout } from '#app/features/auth/auth-layout.tsx';
import { RequestEmailCard } from '#app/features/auth/request-email-card.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Forgot your password?', 'Get a link to set a new password by email.');

/** The email address that was typed on the sign-in page. */
const getTypedEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : '';

export default function AuthForgot() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <AuthLayout tagline="It happens. Your pages go on selling meanwhile.">
      <RequestEmailCard
        purpose="recovery"
        title="Forgot your password?"
        text="Tell us your address, and we send you a way to choose a new one."
        email={getTypedEmail(state)}
        onVerified={() => void navigate('/auth/new-password', { replace: true })}
      />
    </AuthLayout>
  );
}
