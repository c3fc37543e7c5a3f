import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { getPasskeyErrorMessage } from '#app/session/key-problem.ts';
import { Button } from '#app/ui/key.tsx';

import { useAuthAction } from './use-attempt.ts';
import { useSupportsWebAuthn } from './use-awake.ts';

type SecurityKeyStepProps = { name: string; onVerify: () => Promise<unknown> };

/** Asks for a security key through the browser's prompt. */
export function SecurityKeyStep({ name, onVerify }: SecurityKeyStepProps) {
  const { busy, run } = useAuthAction();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => buttonRef.current?.focus(), []);
  const supportsWebAuthn = useSupportsWebAuthn();
  const message = supportsWebAuthn ? errorMessage : 'This browser knows no security keys. Choose another way.';
  const promptForKey = () => {
    setErrorMessage(null);
    void run('it', onVerify, (error) => setErrorMessage(getPasskeyErrorMessage(error)));
  };
  return (
    <div className="account-form">
      <p>
        Have <b>{name}</b> at hand. Your browser asks for it.
      </p>
      <div role="alert">
        {message && (
          <p className="err">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{message}</span>
          </p>
        )}
      </div>
      <Button
        ref={buttonRef}
        variant="primary"
        size="lg"
        className="wide-key"
        disabled={!supportsWebAuthn}
        busyLabel={busy !== null && 'Waiting for your key...'}
        onClick={promptForKey}
      >
        Use security key
      </Button>
    </div>
  );
}
