import type { User } from '@supabase/auth-js';
import { KeyRound, LifeBuoy, MessageSquareText, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';

import {
  passByApp,
  passByKey,
  passByRecoveryCode,
  secondStepsOf,
  type SecondStep,
} from '#app/session/second-step.ts';
import { refreshUser } from '#app/session/session.ts';
import { Key } from '#app/ui/key.tsx';

import { CodeForm } from './code-form.tsx';
import { KeyStep } from './key-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { SignOutFoot } from './sign-out-foot.tsx';

type Way = SecondStep | { id: 'recovery'; type: 'recovery'; name: string };

const RECOVERY: Way = { id: 'recovery', type: 'recovery', name: 'A recovery code' };
const ICONS = { totp: Smartphone, webauthn: KeyRound, phone: MessageSquareText, recovery: LifeBuoy };

type PanelProps = { way: Way; onPass: (pass: () => Promise<void>) => Promise<void> };

function Panel({ way, onPass }: PanelProps) {
  if (way.type === 'webauthn')
    return <KeyStep name={way.name} onPass={() => onPass(() => passByKey(way.id))} />;
  if (way.type === 'phone') return <PhoneStep id={way.id} name={way.name} onPass={onPass} />;
  if (way.type === 'recovery')
    return (
      <CodeForm
        kind="recovery"
        label="Recovery code"
        hint="One of those that you kept. Each works once."
        act="Confirm"
        onCode={(code) => onPass(() => passByRecoveryCode(code))}
      />
    );
  return (
    <CodeForm
      label={`Code from ${way.name}`}
      hint="Six digits from your authenticator app."
      act="Confirm"
      onCode={(code) => onPass(() => passByApp(way.id, code))}
    />
  );
}

type OthersProps = { ways: readonly Way[]; onChoose: (id: string) => void };

const Others = ({ ways, onChoose }: OthersProps) => (
  <section className="step-others" aria-labelledby="step-others">
    <h2 className="h3" id="step-others">
      Another way
    </h2>
    <ul>
      {ways.map(({ id, type, name }) => {
        const Icon = ICONS[type];
        return (
          <li key={id}>
            <Key className="wide-key tall-key step-way" onClick={() => onChoose(id)}>
              <Icon className="i" aria-hidden="true" />
              <span>{name}</span>
            </Key>
          </li>
        );
      })}
    </ul>
  </section>
);

type Props = { user: User; onPassed: () => void };

/** Second step of signing in: verifies any factor of the user, or a recovery code. */
export function SecondStepCard({ user, onPassed }: Props) {
  const steps = secondStepsOf(user);
  const ways: Way[] = [...steps, RECOVERY];
  const [chosen, setChosen] = useState<string | null>(null);
  const way = ways.find(({ id }) => id === chosen) ?? ways[0] ?? RECOVERY;
  const isNews = steps.length === 0;
  useEffect(() => {
    // The factor was added in another browser, so this browser's user data is outdated.
    if (isNews) refreshUser().catch(() => undefined);
  }, [isNews]);
  const pass = (act: () => Promise<void>) => act().then(onPassed);
  return (
    <div className="account-card">
      <div className="account-head">
        <h1 className="h1">Second step</h1>
        <p className="muted">Show once more that it is you, {user.email}.</p>
      </div>
      <Panel key={way.id} way={way} onPass={pass} />
      {ways.length > 1 && <Others ways={ways.filter((other) => other !== way)} onChoose={setChosen} />}
      <SignOutFoot />
    </div>
  );
}
