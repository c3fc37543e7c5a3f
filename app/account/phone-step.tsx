import { useEffect, useRef, useState } from 'react';

import { passByPhone, sendPhoneCode } from '#app/session/second-step.ts';
import { Key } from '#app/ui/key.tsx';

import { CodeForm } from './code-form.tsx';
import { useAttempt } from './use-attempt.ts';
import { useCountdown } from './use-countdown.ts';

const SEND_AGAIN_S = 60;

type Props = { id: string; name: string; onPass: (pass: () => Promise<void>) => Promise<void> };

/** Asks for a code from a text message. Sends it only on request, because each message costs money. */
export function PhoneStep({ id, name, onPass }: Props) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const [left, startCountdown] = useCountdown(SEND_AGAIN_S, false);
  const key = useRef<HTMLButtonElement>(null);
  useEffect(() => key.current?.focus(), []);
  const { busy, attempt } = useAttempt();
  const send = () =>
    void attempt('it', async () => {
      setChallenge(await sendPhoneCode(id));
      startCountdown();
    });
  if (challenge === null)
    return (
      <div className="account-form">
        <p>
          We send a code to <b>{name}</b>.
        </p>
        <Key
          ref={key}
          kind="primary"
          size="lg"
          className="wide-key"
          busy={busy !== null && 'Sending...'}
          onClick={send}
        >
          Send a message
        </Key>
      </div>
    );
  return (
    <>
      <CodeForm
        key={challenge}
        label={`Code sent to ${name}`}
        hint="Six digits. It may take a minute."
        act="Confirm"
        onCode={(code) => onPass(() => passByPhone(id, challenge, code))}
      />
      <Key
        kind="bare"
        aria-disabled={left > 0}
        busy={busy !== null && 'Sending...'}
        onClick={() => left === 0 && send()}
      >
        {left > 0 ? `Send again in ${left} s` : 'Send again'}
      </Key>
    </>
  );
}
