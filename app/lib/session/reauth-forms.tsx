import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { CodeField, PasswordField, TextField } from '#app/components/text-field.tsx';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { callRpc } from '../rpc/call-rpc.ts';
import { useFormAction } from '../rpc/use-rpc-mutation.ts';
import {
  verifyTotp,
  verifySecurityKey,
  verifyPhoneCode,
  verifyRecoveryCode,
  requestPhoneCode,
  type SecondFactor,
} from './second-factor.ts';
import { authClient, refreshUser, unwrapAuthResponse } from './session.ts';

/** Confirms the identity and refreshes the tokens. If the refresh fails, the next call refreshes them. */
async function confirmIdentity(proof: RpcContract['confirm-identity']['body']): Promise<void> {
  await callRpc('confirm-identity', proof);
  await refreshUser().catch(() => undefined);
}

export type MethodFormProps = {
  onVerified: () => void;
  onCancel: () => void;
  /** Buttons that switch to the other methods. */
  alternatives: ReactNode;
};

type FormFrameProps = MethodFormProps & {
  submitLabel: string;
  busyLabel: string | false;
  onSubmit: () => void;
  children: ReactNode;
};

function FormFrame({ submitLabel, busyLabel, onSubmit, onCancel, alternatives, children }: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, [type="submit"]')?.focus(), []);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="dialog__form" noValidate onSubmit={handleSubmit}>
      {children}
      {alternatives}
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

export function PasswordForm(props: MethodFormProps) {
  const [password, setPassword] = useState('');
  const { busy, error, run } = useFormAction();
  const [isEmpty, setIsEmpty] = useState(false);
  const verify = async () => {
    setIsEmpty(!password);
    if (password && (await run(() => confirmIdentity({ password })))) props.onVerified();
  };
  return (
    <FormFrame {...props} submitLabel="Confirm" busyLabel={busy && 'Checking...'} onSubmit={() => void verify()}>
      <PasswordField
        value={password}
        onValueChange={setPassword}
        error={isEmpty && !password ? 'Type your password.' : error}
      />
    </FormFrame>
  );
}

type CodeFormProps = MethodFormProps & {
  label: string;
  /** Sends a code. Null where the user already has one, as in an authenticator app. */
  requestCode: (() => Promise<unknown>) | null;
  sentTo: string;
  verifyCode: (code: string) => Promise<unknown>;
};

/** Asks for a code, after sending it where the method needs that. */
function CodeForm({ label, requestCode, sentTo, verifyCode, ...props }: CodeFormProps) {
  const [isSent, setIsSent] = useState(requestCode === null);
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const { busy, error, run } = useFormAction();
  const sendCode = async () => {
    if (requestCode && (await run(requestCode))) setIsSent(true);
  };
  const verify = async () => {
    setIsEmpty(!code);
    if (code && (await run(() => verifyCode(code)))) props.onVerified();
  };
  if (!isSent)
    return (
      <FormFrame
        key="send"
        {...props}
        submitLabel="Send the code"
        busyLabel={busy && 'Sending...'}
        onSubmit={() => void sendCode()}
      >
        <p>A code goes to {sentTo}. It works for a few minutes.</p>
        <FormError message={error} />
      </FormFrame>
    );
  const resendButton = requestCode && (
    <button type="button" className="label-button" onClick={() => void run(requestCode)}>
      Send another
    </button>
  );
  return (
    <FormFrame
      key="check"
      {...props}
      submitLabel="Confirm"
      busyLabel={busy && 'Checking...'}
      onSubmit={() => void verify()}
    >
      <CodeField
        label={label}
        value={code}
        onValueChange={setCode}
        aside={resendButton}
        hint={requestCode && `Sent to ${sentTo}.`}
        error={isEmpty && !code ? 'Type the code.' : error}
      />
    </FormFrame>
  );
}

const FormError = ({ message }: { message: string | null }) =>
  message && (
    <p className="err" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );

export function EmailCodeForm({ email, ...props }: MethodFormProps & { email: string }) {
  return (
    <CodeForm
      {...props}
      label="Code from the mail"
      requestCode={() => unwrapAuthResponse(authClient().reauthenticate())}
      sentTo={email}
      verifyCode={(code) => confirmIdentity({ code })}
    />
  );
}

type FactorFormProps = MethodFormProps & { factor: SecondFactor };

export function TotpForm({ factor: { id, name }, ...props }: FactorFormProps) {
  const verifyCode = (code: string) => verifyTotp(id, code);
  return <CodeForm {...props} label={`Code from ${name}`} requestCode={null} sentTo="" verifyCode={verifyCode} />;
}

export function PhoneCodeForm({ factor: { id, name }, ...props }: FactorFormProps) {
  const [challengeId, setChallengeId] = useState('');
  return (
    <CodeForm
      {...props}
      label="Code from the message"
      requestCode={async () => setChallengeId(await requestPhoneCode(id))}
      sentTo={name}
      verifyCode={(code) => verifyPhoneCode(id, challengeId, code)}
    />
  );
}

export function RecoveryCodeForm(props: MethodFormProps) {
  const [code, setCode] = useState('');
  const { busy, error, run } = useFormAction();
  const [isEmpty, setIsEmpty] = useState(false);
  const verify = async () => {
    setIsEmpty(!code);
    if (code && (await run(() => verifyRecoveryCode(code)))) props.onVerified();
  };
  return (
    <FormFrame {...props} submitLabel="Confirm" busyLabel={busy && 'Checking...'} onSubmit={() => void verify()}>
      <TextField
        label="Recovery code"
        hint="One of those that you kept. Each works once."
        autoComplete="off"
        value={code}
        onValueChange={setCode}
        error={isEmpty && !code ? 'Type the code.' : error}
      />
    </FormFrame>
  );
}

export function SecurityKeyForm({ factor: { id, name }, ...props }: FactorFormProps) {
  const { busy, error, run } = useFormAction();
  const verify = async () => {
    if (await run(() => verifySecurityKey(id))) props.onVerified();
  };
  return (
    <FormFrame
      {...props}
      submitLabel="Use the security key"
      busyLabel={busy && 'Waiting for it...'}
      onSubmit={() => void verify()}
    >
      <p>Have {name} at hand. Your browser asks you to touch it.</p>
      <FormError message={error} />
    </FormFrame>
  );
}
