import { useLocation, useNavigate } from 'react-router';

import { AccountScreen } from '#app/account/account-screen.tsx';
import { MailCard } from '#app/account/mail-card.tsx';
import '#app/app.css';
import { shopContext } from '#app/shop-context.ts';
import { screenMeta } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';

import type { Route } from './+types/auth-forgot';

export const links = () => [archivoPreload];

export const meta = screenMeta('Forgot your password?', 'Get a link to set a new password by email.');

export const loader = ({ context }: Route.LoaderArgs) => {
  const { appUrl, signInOptions, sandbox } = context.get(shopContext);
  return { appUrl, captchaSite: signInOptions.captcha, sandbox };
};

export const shouldRevalidate = () => false;

/** The email address that was typed on the sign-in page. */
const typedBefore = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : '';

export default function AuthForgot({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <AccountScreen saying="It happens. Your pages go on selling meanwhile.">
      <MailCard
        purpose="recovery"
        title="Forgot your password?"
        text="Tell us your address, and we send you a way to choose a new one."
        email={typedBefore(state)}
        {...loaderData}
        onTaken={() => void navigate('/auth/new-password', { replace: true })}
      />
    </AccountScreen>
  );
}
