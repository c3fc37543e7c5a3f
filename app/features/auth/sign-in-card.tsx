import { Fingerprint } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { ProviderLogo } from '#app/components/provider-logo.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { toast } from '#app/components/toast.tsx';
import { getPasskeyErrorMessage } from '#app/lib/error-message.ts';
import { withNextParam } from '#app/lib/session/next-path.ts';
import { isSecondFactorPending } from '#app/lib/session/second-factor.ts';
import { signInWithPasskey, signInWithProvider } from '#app/lib/session/sign-in.ts';
import { type SignInOptions, IDENTITY_PROVIDER_NAMES, type IdentityProvider } from '#domain/account.ts';

import { AuthCardHeader } from './auth-card.tsx';
import { NoScriptNotice } from './auth-layout.tsx';
import { useCaptcha, type Captcha } from './captcha.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import type { AuthTab } from './credentials.ts';
import { toastAuthError, useAuthAction, WELCOME_BACK } from './use-auth-action.ts';
import { useHydrated, useSupportsWebAuthn } from './use-hydrated.ts';

type AlternativeSignInMethodsProps = {
  providers: readonly IdentityProvider[];
  /** Offers a passkey. A passkey signs in to an existing account and does not create one. */
  withPasskey: boolean;
  captcha: Captcha;
  /** URL that the provider redirects back to. */
  returnTo: string;
};

const toastPasskeyError = (error: unknown): void => toastAuthError(error, getPasskeyErrorMessage);

/** Sign-in methods besides the password. Renders nothing where there are none. */
function AlternativeSignInMethods({ providers, withPasskey, captcha, returnTo }: AlternativeSignInMethodsProps) {
  const { busy, run } = useAuthAction<IdentityProvider | 'passkey'>();
  const isHydrated = useHydrated();
  const supportsWebAuthn = useSupportsWebAuthn();
  const showPasskey = withPasskey && supportsWebAuthn;
  if (!providers.length && !showPasskey) return null;
  const handlePasskey = () =>
    captcha.withToken(async (captchaInput) => {
      await signInWithPasskey(captchaInput);
      if (!(await isSecondFactorPending())) toast(WELCOME_BACK);
    });
  return (
    <div className="sign-in-methods">
      <p className="sign-in-methods__divider small">
        <span className="dots" />
        or
        <span className="dots" />
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          className="button--full-width button--tall"
          disabled={!isHydrated}
          busyLabel={busy === provider && `Opening ${IDENTITY_PROVIDER_NAMES[provider]}...`}
          onClick={() => void run(provider, () => signInWithProvider(provider, returnTo))}
        >
          <ProviderLogo provider={provider} />
          Continue with {IDENTITY_PROVIDER_NAMES[provider]}
        </Button>
      ))}
      {showPasskey && (
        <Button
          Icon={Fingerprint}
          className="button--full-width button--tall"
          disabled={!isHydrated}
          busyLabel={busy === 'passkey' && 'Asking for your passkey...'}
          onClick={() => void run('passkey', handlePasskey, toastPasskeyError)}
        >
          Use a passkey
        </Button>
      )}
    </div>
  );
}

const HEADINGS = {
  'sign-in': { title: 'Back to your till', text: 'Your pages are where you left them.' },
  'sign-up': { title: 'Open your till', text: 'Free to build with. No card is asked for.' },
} as const;

const TermsNotice = () => (
  <p className="small muted">
    By signing up you accept the{' '}
    <a className="link" href="/terms">
      terms
    </a>{' '}
    and{' '}
    <a className="link" href="/privacy">
      privacy policy
    </a>
    .
  </p>
);

type SignInCardProps = {
  options: SignInOptions;
  initialTab?: AuthTab;
  next?: string | null;
  /** The plan that the visitor chose before signing up. */
  plan?: string | null;
};

/** URL of a tab, for clicks before hydration. */
function getTabUrl(tab: AuthTab, next: string | null, plan: string | null): string {
  const query = new URLSearchParams({ tab, ...(next ? { next } : {}), ...(plan ? { plan } : {}) });
  return `/auth?${query}`;
}

/** The sign-in and sign-up card. It does not navigate: the parent screen follows `useSession`. */
export function SignInCard({ options, initialTab = 'sign-in', next = null, plan = null }: SignInCardProps) {
  const [tab, setTab] = useState(initialTab);
  const [credentials, setCredentials] = useState({ email: '', password: '' });
  const captcha = useCaptcha(options.captcha);
  const form = (
    <CredentialsForm
      key={tab}
      tab={tab}
      credentials={credentials}
      onCredentialsChange={setCredentials}
      minPassword={options.minPassword}
      captcha={captcha}
    />
  );
  return (
    <div className="auth-card">
      <AuthCardHeader {...HEADINGS[tab]} />
      <NoScriptNotice feature="Signing in" />
      <Tabs
        className="auth-card__tabs"
        label="Account"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'sign-in', label: 'Sign In', content: form, href: getTabUrl('sign-in', next, plan) },
          { value: 'sign-up', label: 'Sign Up', content: form, href: getTabUrl('sign-up', next, plan) },
        ]}
      />
      <AlternativeSignInMethods
        providers={options.providers}
        withPasskey={tab === 'sign-in'}
        captcha={captcha}
        returnTo={withNextParam('/auth', next)}
      />
      {tab === 'sign-up' && <TermsNotice />}
    </div>
  );
}
