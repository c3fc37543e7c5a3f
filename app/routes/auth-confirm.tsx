import { useNavigate, useSearchParams } from 'react-router';

import { archivoPreload } from '#app/components/utils/font-preload.ts';
import { AuthLayout } from '#app/features/auth/auth-layout.tsx';

import '#app/app.css';
import { EmailConfirmationCard } from '#app/features/auth/email-confirmation-card.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { isEmailPurpose } from '#app/lib/session/email-verification.ts';
import { resolveNextPath } from '#app/lib/session/next-path.ts';
import { useSession } from '#app/lib/session/session.ts';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/auth-confirm';

export const links = () => [archivoPreload];

export const meta = screenMeta('Your mail’s link', 'Confirm what the link in your email asks for.');

export const loader = ({ context }: Route.LoaderArgs) => {
  const { appUrl, signInOptions, sandbox } = context.get(servicesContext);
  return { appUrl, captchaSite: signInOptions.captcha, sandbox };
};

export const shouldRevalidate = () => false;

export default function AuthConfirm({ loaderData }: Route.ComponentProps) {
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
    <AuthLayout tagline="The link works once, within an hour, on any device of yours.">
      <EmailConfirmationCard
        key={tokenHash}
        purpose={purpose}
        resetsAccount={resetsAccount}
        tokenHash={tokenHash}
        user={user}
        {...loaderData}
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
