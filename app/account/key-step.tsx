import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { keyProblem } from '#app/session/key-problem.ts';
import { Key } from '#app/ui/key.tsx';

import { useAttempt } from './use-attempt.ts';
import { useKnowsKeys } from './use-awake.ts';

type Props = { name: string; onPass: () => Promise<unknown> };

/** Asks for a security key through the browser's prompt. */
export function KeyStep({ name, onPass }: Props) {
  const { busy, attempt } = useAttempt();
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef<HTMLButtonElement>(null);
  useEffect(() => key.current?.focus(), []);
  const knowsKeys = useKnowsKeys();
  const words = knowsKeys ? problem : 'This browser knows no security keys. Choose another way.';
  const ask = () => {
    setProblem(null);
    void attempt('it', onPass, (error) => setProblem(keyProblem(error)));
  };
  return (
    <div className="account-form">
      <p>
        Have <b>{name}</b> at hand. Your browser asks for it.
      </p>
      <div role="alert">
        {words && (
          <p className="err">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{words}</span>
          </p>
        )}
      </div>
      <Key
        ref={key}
        kind="primary"
        size="lg"
        className="wide-key"
        disabled={!knowsKeys}
        busy={busy !== null && 'Waiting for your key...'}
        onClick={ask}
      >
        Use security key
      </Key>
    </div>
  );
}
