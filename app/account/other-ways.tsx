import { Fingerprint } from 'lucide-react';

import { getPasskeyErrorMessage } from '#app/session/key-problem.ts';
import { signInWithPasskey, signInWithProvider } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/key.tsx';
import { ProviderLogo } from '#app/ui/provider-mark.tsx';
import { toast } from '#app/ui/toast.tsx';
import { IDENTITY_PROVIDER_NAMES, type IdentityProvider } from '#domain/account.ts';

import { toastAuthError, useAuthAction } from './use-attempt.ts';
import { useHydrated, useSupportsWebAuthn } from './use-awake.ts';
import type { Captcha } from './use-captcha.ts';
import { WELCOME_BACK } from './welcome.ts';

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
export function AlternativeSignInMethods({ providers, withPasskey, captcha, returnTo }: AlternativeSignInMethodsProps) {
  const { busy, run } = useAuthAction<IdentityProvider | 'passkey'>();
  const isHydrated = useHydrated();
  const supportsWebAuthn = useSupportsWebAuthn();
  const showPasskey = withPasskey && supportsWebAuthn;
  if (!providers.length && !showPasskey) return null;
  const handlePasskey = () =>
    captcha.withToken(async (captchaInput) => {
      const { needsSecondFactor } = await signInWithPasskey(captchaInput);
      if (!needsSecondFactor) toast(WELCOME_BACK);
    });
  return (
    <div className="account-ways">
      <p className="account-or small">
        <span className="dots" />
        or
        <span className="dots" />
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          className="wide-key tall-key"
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
          className="wide-key tall-key"
          disabled={!isHydrated}
          busyLabel={busy === 'passkey' && 'Asking for your passkey...'}
          onClick={() => void run('passkey', handlePasskey, toastPasskeyError)}
        >
          <Fingerprint className="i" aria-hidden="true" />
          Use a passkey
        </Button>
      )}
    </div>
  );
}
