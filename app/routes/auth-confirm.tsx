import { useNavigate, useSearchParams } from 'react-router';

import { AccountScreen } from '#app/account/account-screen.tsx';
import { ConfirmCard } from '#app/account/confirm-card.tsx';
import '#app/app.css';
import { isMailPurpose } from '#app/session/mail-codes.ts';
import { nextPath } from '#app/session/next-path.ts';
import { useSession } from '#app/session/session.ts';
import { shopContext } from '#app/shop-context.ts';
import { screenMeta } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';

import type { Route } from './+types/auth-confirm';

export const links = () => [archivoPreload];

export const meta = screenMeta('Your mail’s link', 'Confirm what the link in your email asks for.');

export const loader = ({ context }: Route.LoaderArgs) => {
  const { appUrl, signInOptions, sandbox } = context.get(shopContext);
  return { appUrl, captchaSite: signInOptions.captcha, sandbox };
};

export const shouldRevalidate = () => false;

export default function AuthConfirm({ loaderData }: Route.ComponentProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const type = parameters.get('type');
  const isOwnAccount = user !== null && user.id === parameters.get('account');
  // Someone else may have signed up with this address, so only the browser that signed up keeps the account unreset.
  const signedUpElsewhere = type === 'signup' && !isOwnAccount;
  const purpose = signedUpElsewhere ? 'recovery' : isMailPurpose(type) ? type : 'email';
  const tokenHash = parameters.get('token_hash');
  return (
    <AccountScreen saying="The link works once, within an hour, on any device of yours.">
      <ConfirmCard
        key={tokenHash}
        purpose={purpose}
        signedUpElsewhere={signedUpElsewhere}
        tokenHash={tokenHash}
        user={user}
        {...loaderData}
        onDone={(taken) =>
          void navigate(taken === 'recovery' ? '/auth/new-password' : nextPath(parameters.get('next')), {
            replace: true,
          })
        }
      />
    </AccountScreen>
  );
}
