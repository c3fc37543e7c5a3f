import type { User } from '@supabase/auth-js';
import { KeyRound, LifeBuoy, MessageSquareText, Smartphone } from 'lucide-react';
import { useEffect, useState, useRef } from 'react';

import { Button } from '#app/components/button.tsx';
import { FieldError } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { getPasskeyErrorMessage } from '#app/lib/error-message.ts';
import {
  verifyTotp,
  verifySecurityKey,
  verifyRecoveryCode,
  listSecondFactors,
  type SecondFactor,
  verifyPhoneCode,
  requestPhoneCode,
} from '#app/lib/session/second-factor.ts';
import { refreshUser } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';

import { AuthButton, AuthCardHeader, ResendButton, useResendCooldown } from './auth-card.tsx';
import { CodeForm } from './code-form.tsx';
import { SignOutFooter } from './sign-out.tsx';
import { useAuthAction } from './use-auth-action.ts';
import { useSupportsWebAuthn } from './use-hydrated.ts';

const MESSAGES = authMessages.secondFactor;

type PhoneCodeStepProps = {
  id: string;
  name: string;
  onVerify: (verify: () => Promise<unknown>) => Promise<unknown>;
};

/** Asks for a code from a text message. Sends it only on request, because each message costs money. */
function PhoneCodeStep({ id, name, onVerify }: PhoneCodeStepProps) {
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [secondsLeft, startCountdown] = useResendCooldown(false);
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
      <div className="auth-form">
        <p>
          <RichText text={MESSAGES.phone.text} tags={{ name: () => <b>{name}</b> }} />
        </p>
        <AuthButton ref={buttonRef} busyLabel={busy !== null && MESSAGES.phone.sendBusy} onClick={sendCode}>
          {MESSAGES.phone.send}
        </AuthButton>
      </div>
    );
  return (
    <>
      <CodeForm
        key={challengeId}
        label={MESSAGES.phone.label({ name })}
        hint={MESSAGES.phone.hint}
        submitLabel={authMessages.code.submit}
        onCode={(code) => onVerify(() => verifyPhoneCode(id, challengeId, code))}
      />
      <ResendButton secondsLeft={secondsLeft} busy={busy !== null} onResend={sendCode} />
    </>
  );
}

type SecurityKeyStepProps = { name: string; onVerify: () => Promise<unknown> };

/** Asks for a security key through the browser's prompt. */
function SecurityKeyStep({ name, onVerify }: SecurityKeyStepProps) {
  const { busy, run } = useAuthAction();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => buttonRef.current?.focus(), []);
  const supportsWebAuthn = useSupportsWebAuthn();
  const message = supportsWebAuthn ? errorMessage : MESSAGES.securityKey.unsupported;
  const promptForKey = () => {
    setErrorMessage(null);
    void run('it', onVerify, (error) => setErrorMessage(getPasskeyErrorMessage(error)));
  };
  return (
    <div className="auth-form">
      <p>
        <RichText text={MESSAGES.securityKey.text} tags={{ name: () => <b>{name}</b> }} />
      </p>
      <div role="alert">{message && <FieldError>{message}</FieldError>}</div>
      <AuthButton
        ref={buttonRef}
        disabled={!supportsWebAuthn}
        busyLabel={busy !== null && MESSAGES.securityKey.busy}
        onClick={promptForKey}
      >
        {MESSAGES.securityKey.button}
      </AuthButton>
    </div>
  );
}

type FactorOption = SecondFactor | { id: 'recovery'; type: 'recovery'; name: string };

const RECOVERY_OPTION: FactorOption = { id: 'recovery', type: 'recovery', name: MESSAGES.recovery.option };
const ICONS = { totp: Smartphone, webauthn: KeyRound, phone: MessageSquareText, recovery: LifeBuoy };

type FactorPanelProps = { option: FactorOption; onVerify: (verify: () => Promise<unknown>) => Promise<unknown> };

function FactorPanel({ option, onVerify }: FactorPanelProps) {
  if (option.type === 'webauthn')
    return <SecurityKeyStep name={option.name} onVerify={() => onVerify(() => verifySecurityKey(option.id))} />;
  if (option.type === 'phone') return <PhoneCodeStep id={option.id} name={option.name} onVerify={onVerify} />;
  if (option.type === 'recovery')
    return (
      <CodeForm
        kind="recovery"
        label={MESSAGES.recovery.label}
        hint={MESSAGES.recovery.hint}
        submitLabel={authMessages.code.submit}
        onCode={(code) => onVerify(() => verifyRecoveryCode(code))}
      />
    );
  return (
    <CodeForm
      label={MESSAGES.app.label(option)}
      hint={MESSAGES.app.hint}
      submitLabel={authMessages.code.submit}
      onCode={(code) => onVerify(() => verifyTotp(option.id, code))}
    />
  );
}

type OtherOptionsProps = { options: readonly FactorOption[]; onSelect: (id: string) => void };

const OtherOptions = ({ options, onSelect }: OtherOptionsProps) => (
  <section className="second-factor__others" aria-labelledby="second-factor__others">
    <h2 className="h3" id="second-factor__others">
      {MESSAGES.otherMethods}
    </h2>
    <ul>
      {options.map(({ id, type, name }) => {
        const Icon = ICONS[type];
        return (
          <li key={id}>
            <Button
              Icon={Icon}
              className="button--full-width button--tall second-factor__option"
              onClick={() => onSelect(id)}
            >
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
  const handleVerify = (verify: () => Promise<unknown>) => verify().then(onVerified);
  return (
    <div className="auth-card">
      <AuthCardHeader title={MESSAGES.title} text={MESSAGES.text({ email: user.email ?? '' })} />
      <FactorPanel key={option.id} option={option} onVerify={handleVerify} />
      {options.length > 1 && (
        <OtherOptions options={options.filter((candidate) => candidate !== option)} onSelect={setSelectedId} />
      )}
      <SignOutFooter />
    </div>
  );
}
