import { Fingerprint } from 'lucide-react';

import { keyProblem } from '#app/session/key-problem.ts';
import { signInWithPasskey, signInWithProvider } from '#app/session/sign-in.ts';
import { Key } from '#app/ui/key.tsx';
import { ProviderMark } from '#app/ui/provider-mark.tsx';
import { toast } from '#app/ui/toast.tsx';
import { PROVIDER_NAMES, type IdentityProvider } from '#domain/account.ts';

import { tellRefusal, useAttempt } from './use-attempt.ts';
import { useAwake, useKnowsKeys } from './use-awake.ts';
import type { Captcha } from './use-captcha.ts';
import { WELCOME_BACK } from './welcome.ts';

type Props = {
  providers: readonly IdentityProvider[];
  /** Offers a passkey. A passkey signs in to an existing account and does not create one. */
  withPasskey: boolean;
  captcha: Captcha;
  /** URL that the provider redirects back to. */
  returnTo: string;
};

const tellKeyRefusal = (error: unknown): void => tellRefusal(error, keyProblem);

/** Sign-in methods besides the password. Renders nothing where there are none. */
export function OtherWays({ providers, withPasskey, captcha, returnTo }: Props) {
  const { busy, attempt } = useAttempt<IdentityProvider | 'passkey'>();
  const awake = useAwake();
  const knowsKeys = useKnowsKeys();
  const passkey = withPasskey && knowsKeys;
  if (!providers.length && !passkey) return null;
  const byPasskey = () =>
    captcha.spend(async (proof) => {
      const { secondStep } = await signInWithPasskey(proof);
      if (!secondStep) toast(WELCOME_BACK);
    });
  return (
    <div className="account-ways">
      <p className="account-or small">
        <span className="dots" />
        or
        <span className="dots" />
      </p>
      {providers.map((provider) => (
        <Key
          key={provider}
          className="wide-key tall-key"
          disabled={!awake}
          busy={busy === provider && `Opening ${PROVIDER_NAMES[provider]}...`}
          onClick={() => void attempt(provider, () => signInWithProvider(provider, returnTo))}
        >
          <ProviderMark provider={provider} />
          Continue with {PROVIDER_NAMES[provider]}
        </Key>
      ))}
      {passkey && (
        <Key
          className="wide-key tall-key"
          disabled={!awake}
          busy={busy === 'passkey' && 'Asking for your passkey...'}
          onClick={() => void attempt('passkey', byPasskey, tellKeyRefusal)}
        >
          <Fingerprint className="i" aria-hidden="true" />
          Use a passkey
        </Key>
      )}
    </div>
  );
}
