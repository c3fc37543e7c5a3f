import { useEffect, useRef, useState } from 'react';

import { verifyPhoneCode, requestPhoneCode } from '#app/session/second-step.ts';
import { Button } from '#app/ui/key.tsx';

import { CodeForm } from './code-form.tsx';
import { useAuthAction } from './use-attempt.ts';
import { useCountdown } from './use-countdown.ts';

const RESEND_COOLDOWN_S = 60;

type PhoneCodeStepProps = {
  id: string;
  name: string;
  onVerify: (verify: () => Promise<void>) => Promise<void>;
};

/** Asks for a code from a text message. Sends it only on request, because each message costs money. */
export function PhoneCodeStep({ id, name, onVerify }: PhoneCodeStepProps) {
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [secondsLeft, startCountdown] = useCountdown(RESEND_COOLDOWN_S, false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => buttonRef.current?.focus(), []);
  const { busy, run } = useAuthAction();
  const sendCode = () =>
    void run('it', async () => {
      setChallengeId(await requestPhoneCode(id));
      startCountdown();
    });
  if (challengeId === null)
    return (
      <div className="account-form">
        <p>
          We send a code to <b>{name}</b>.
        </p>
        <Button
          ref={buttonRef}
          variant="primary"
          size="lg"
          className="wide-key"
          busyLabel={busy !== null && 'Sending...'}
          onClick={sendCode}
        >
          Send a message
        </Button>
      </div>
    );
  return (
    <>
      <CodeForm
        key={challengeId}
        label={`Code sent to ${name}`}
        hint="Six digits. It may take a minute."
        submitLabel="Confirm"
        onCode={(code) => onVerify(() => verifyPhoneCode(id, challengeId, code))}
      />
      <Button
        variant="bare"
        aria-disabled={secondsLeft > 0}
        busyLabel={busy !== null && 'Sending...'}
        onClick={() => secondsLeft === 0 && sendCode()}
      >
        {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
      </Button>
    </>
  );
}
