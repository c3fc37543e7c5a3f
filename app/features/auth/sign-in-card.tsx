import { Fingerprint } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { ProviderLogo } from '#app/components/provider-logo.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { linkToDocument } from '#app/components/text-links.tsx';
import { toast } from '#app/components/toast.tsx';
import { getPasskeyErrorMessage } from '#app/lib/error-message.ts';
import { withNextParam } from '#app/lib/session/next-path.ts';
import { isSecondFactorPending } from '#app/lib/session/second-factor.ts';
import { useSessionEnd } from '#app/lib/session/session.ts';
import { signInWithPasskey, signInWithProvider } from '#app/lib/session/sign-in.ts';
import { authMessages } from '#content/messages/auth.ts';
import { type SignInOptions, IDENTITY_PROVIDER_NAMES, type IdentityProvider } from '#domain/account.ts';

import { AuthCardHeader } from './auth-card.tsx';
import { NoScriptNotice } from './auth-layout.tsx';
import { useCaptcha, type Captcha } from './captcha.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import type { AuthTab } from './credentials.ts';
import { toastAuthError, useAuthAction, WELCOME_BACK } from './use-auth-action.ts';
import { useHydrated, useSupportsWebAuthn } from './use-hydrated.ts';

const MESSAGES = authMessages.signIn;

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
        {MESSAGES.divider}
        <span className="dots" />
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          className="button--full-width button--tall"
          disabled={!isHydrated}
          busyLabel={busy === provider && MESSAGES.providerBusy({ provider: IDENTITY_PROVIDER_NAMES[provider] })}
          onClick={() => void run(provider, () => signInWithProvider(provider, returnTo))}
        >
          <ProviderLogo provider={provider} />
          {MESSAGES.provider({ provider: IDENTITY_PROVIDER_NAMES[provider] })}
        </Button>
      ))}
      {showPasskey && (
        <Button
          Icon={Fingerprint}
          className="button--full-width button--tall"
          disabled={!isHydrated}
          busyLabel={busy === 'passkey' && MESSAGES.passkeyBusy}
          onClick={() => void run('passkey', handlePasskey, toastPasskeyError)}
        >
          {MESSAGES.passkey}
        </Button>
      )}
    </div>
  );
}

const TERMS_TAGS = { terms: linkToDocument('/terms'), privacy: linkToDocument('/privacy') };

const TermsNotice = () => (
  <p className="small muted">
    <RichText text={MESSAGES.terms} tags={TERMS_TAGS} />
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
  const sessionEnd = useSessionEnd();
  const { title, text } = tab === 'sign-in' && sessionEnd ? MESSAGES.sessionEnded[sessionEnd] : MESSAGES[tab];
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
      <AuthCardHeader title={title} text={text} focusTitle={sessionEnd !== null} />
      <NoScriptNotice text={MESSAGES.noScript} />
      <Tabs
        className="auth-card__tabs"
        label={MESSAGES.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'sign-in', label: MESSAGES.tabs.signIn, content: form, href: getTabUrl('sign-in', next, plan) },
          { value: 'sign-up', label: MESSAGES.tabs.signUp, content: form, href: getTabUrl('sign-up', next, plan) },
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
