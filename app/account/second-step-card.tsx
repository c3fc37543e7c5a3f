import type { User } from '@supabase/auth-js';
import { KeyRound, LifeBuoy, MessageSquareText, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';

import {
  verifyTotp,
  verifySecurityKey,
  verifyRecoveryCode,
  listSecondFactors,
  type SecondFactor,
} from '#app/session/second-step.ts';
import { refreshUser } from '#app/session/session.ts';
import { Button } from '#app/ui/key.tsx';

import { CodeForm } from './code-form.tsx';
import { SecurityKeyStep } from './key-step.tsx';
import { PhoneCodeStep } from './phone-step.tsx';
import { SignOutFooter } from './sign-out-foot.tsx';

type FactorOption = SecondFactor | { id: 'recovery'; type: 'recovery'; name: string };

const RECOVERY_OPTION: FactorOption = { id: 'recovery', type: 'recovery', name: 'A recovery code' };
const ICONS = { totp: Smartphone, webauthn: KeyRound, phone: MessageSquareText, recovery: LifeBuoy };

type FactorPanelProps = { option: FactorOption; onVerify: (verify: () => Promise<void>) => Promise<void> };

function FactorPanel({ option, onVerify }: FactorPanelProps) {
  if (option.type === 'webauthn')
    return <SecurityKeyStep name={option.name} onVerify={() => onVerify(() => verifySecurityKey(option.id))} />;
  if (option.type === 'phone') return <PhoneCodeStep id={option.id} name={option.name} onVerify={onVerify} />;
  if (option.type === 'recovery')
    return (
      <CodeForm
        kind="recovery"
        label="Recovery code"
        hint="One of those that you kept. Each works once."
        submitLabel="Confirm"
        onCode={(code) => onVerify(() => verifyRecoveryCode(code))}
      />
    );
  return (
    <CodeForm
      label={`Code from ${option.name}`}
      hint="Six digits from your authenticator app."
      submitLabel="Confirm"
      onCode={(code) => onVerify(() => verifyTotp(option.id, code))}
    />
  );
}

type OtherOptionsProps = { options: readonly FactorOption[]; onSelect: (id: string) => void };

const OtherOptions = ({ options, onSelect }: OtherOptionsProps) => (
  <section className="step-others" aria-labelledby="step-others">
    <h2 className="h3" id="step-others">
      Another way
    </h2>
    <ul>
      {options.map(({ id, type, name }) => {
        const Icon = ICONS[type];
        return (
          <li key={id}>
            <Button className="wide-key tall-key step-way" onClick={() => onSelect(id)}>
              <Icon className="i" aria-hidden="true" />
              <span>{name}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  </section>
);

type SecondFactorCardProps = { user: User; onVerified: () => void };

/** Second step of signing in: verifies any factor of the user, or a recovery code. */
export function SecondFactorCard({ user, onVerified }: SecondFactorCardProps) {
  const factors = listSecondFactors(user);
  const options: FactorOption[] = [...factors, RECOVERY_OPTION];
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const option = options.find(({ id }) => id === selectedId) ?? options[0] ?? RECOVERY_OPTION;
  const factorsUnknown = factors.length === 0;
  useEffect(() => {
    // The factor was added in another browser, so this browser's user data is outdated.
    if (factorsUnknown) refreshUser().catch(() => undefined);
  }, [factorsUnknown]);
  const handleVerify = (verify: () => Promise<void>) => verify().then(onVerified);
  return (
    <div className="account-card">
      <div className="account-head">
        <h1 className="h1">Second step</h1>
        <p className="muted">Show once more that it is you, {user.email}.</p>
      </div>
      <FactorPanel key={option.id} option={option} onVerify={handleVerify} />
      {options.length > 1 && (
        <OtherOptions options={options.filter((candidate) => candidate !== option)} onSelect={setSelectedId} />
      )}
      <SignOutFooter />
    </div>
  );
}
