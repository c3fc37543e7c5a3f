import { useNavigate, useSearchParams } from 'react-router';

import { AuthLayout } from '#app/features/auth/auth-layout.tsx';
import { EmailConfirmationCard } from '#app/features/auth/email-confirmation-card.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { isEmailPurpose } from '#app/lib/session/email-verification.ts';
import { resolveNextPath } from '#app/lib/session/next-path.ts';
import { useSession } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.emailLink);

export default function AuthConfirm() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const type = searchParams.get('type');
  const isOwnAccount = user !== null && user.id === searchParams.get('account');
  // Someone else may have signed up with this address, so only the browser that signed up keeps the account unreset.
  const resetsAccount = type === 'signup' && !isOwnAccount;
  const purpose = resetsAccount ? 'recovery' : isEmailPurpose(type) ? type : 'email';
  const tokenHash = searchParams.get('token_hash');
  return (
    <AuthLayout tagline={authMessages.layout.taglines.confirm}>
      <EmailConfirmationCard
        key={tokenHash}
        purpose={purpose}
        resetsAccount={resetsAccount}
        tokenHash={tokenHash}
        user={user}
        onDone={(verifiedPurpose) =>
          void navigate(
            verifiedPurpose === 'recovery' ? '/auth/new-password' : resolveNextPath(searchParams.get('next')),
            {
              replace: true,
            },
          )
        }
      />
    </AuthLayout>
  );
}
