import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { Key } from '#app/ui/key.tsx';
import type { Calls } from '#domain/calls.ts';

import { call } from './call.ts';
import {
  passByApp,
  passByKey,
  passByPhone,
  passByRecoveryCode,
  sendPhoneCode,
  type SecondStep,
} from './second-step.ts';
import { authClient, refreshUser } from './session.ts';
import { taken } from './taken.ts';
import { CodeField, SecretField, TypedField } from './typed-field.tsx';
import { useProof } from './use-proof.ts';

/** Confirms the identity and refreshes the tokens. If the refresh fails, the next call refreshes them. */
async function showIdentity(shown: Calls['confirm-identity']['body']): Promise<void> {
  await call('confirm-identity', shown);
  await refreshUser().catch(() => undefined);
}

export type WayProps = {
  onShown: () => void;
  onCancel: () => void;
  /** Buttons that switch to the other methods. */
  others: ReactNode;
};

type FrameProps = WayProps & {
  act: string;
  busy: string | false;
  onSubmit: () => void;
  children: ReactNode;
};

function Frame({ act, busy, onSubmit, onCancel, others, children }: FrameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, [type="submit"]')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="dlg-form" noValidate onSubmit={submit}>
      {children}
      {others}
      <div className="dlg-keys">
        <Key onClick={onCancel}>Cancel</Key>
        <Key type="submit" kind="primary" busy={busy}>
          {act}
        </Key>
      </div>
    </form>
  );
}

export function PasswordWay(props: WayProps) {
  const [password, setPassword] = useState('');
  const { busy, problem, prove } = useProof();
  const [empty, setEmpty] = useState(false);
  const show = async () => {
    setEmpty(!password);
    if (password && (await prove(() => showIdentity({ password })))) props.onShown();
  };
  return (
    <Frame {...props} act="Confirm" busy={busy && 'Checking...'} onSubmit={() => void show()}>
      <SecretField
        value={password}
        onType={setPassword}
        autoComplete="current-password"
        error={empty && !password ? 'Type your password.' : problem}
      />
    </Frame>
  );
}

type CodeProps = WayProps & {
  label: string;
  /** Sends a code. Null where the user already has one, as in an authenticator app. */
  send: (() => Promise<unknown>) | null;
  sentTo: string;
  check: (code: string) => Promise<unknown>;
};

/** Asks for a code, after sending it where the method needs that. */
function CodeWay({ label, send, sentTo, check, ...props }: CodeProps) {
  const [sent, setSent] = useState(send === null);
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  const { busy, problem, prove } = useProof();
  const sendCode = async () => {
    if (send && (await prove(send))) setSent(true);
  };
  const show = async () => {
    setEmpty(!code);
    if (code && (await prove(() => check(code)))) props.onShown();
  };
  if (!sent)
    return (
      <Frame
        key="send"
        {...props}
        act="Send the code"
        busy={busy && 'Sending...'}
        onSubmit={() => void sendCode()}
      >
        <p>A code goes to {sentTo}. It works for a few minutes.</p>
        <Trouble words={problem} />
      </Frame>
    );
  const again = send && (
    <button type="button" className="lab-key" onClick={() => void prove(send)}>
      Send another
    </button>
  );
  return (
    <Frame key="check" {...props} act="Confirm" busy={busy && 'Checking...'} onSubmit={() => void show()}>
      <CodeField
        label={label}
        value={code}
        onType={setCode}
        aside={again}
        hint={send && `Sent to ${sentTo}.`}
        error={empty && !code ? 'Type the code.' : problem}
      />
    </Frame>
  );
}

const Trouble = ({ words }: { words: string | null }) =>
  words && (
    <p className="err" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <span>{words}</span>
    </p>
  );

export function MailWay({ email, ...props }: WayProps & { email: string }) {
  return (
    <CodeWay
      {...props}
      label="Code from the mail"
      send={() => taken(authClient().reauthenticate())}
      sentTo={email}
      check={(code) => showIdentity({ code })}
    />
  );
}

type StepProps = WayProps & { step: SecondStep };

export function TotpWay({ step: { id, name }, ...props }: StepProps) {
  const check = (code: string) => passByApp(id, code);
  return <CodeWay {...props} label={`Code from ${name}`} send={null} sentTo="" check={check} />;
}

export function PhoneWay({ step: { id, name }, ...props }: StepProps) {
  const [challengeId, setChallengeId] = useState('');
  return (
    <CodeWay
      {...props}
      label="Code from the message"
      send={async () => setChallengeId(await sendPhoneCode(id))}
      sentTo={name}
      check={(code) => passByPhone(id, challengeId, code)}
    />
  );
}

export function RecoveryWay(props: WayProps) {
  const [code, setCode] = useState('');
  const { busy, problem, prove } = useProof();
  const [empty, setEmpty] = useState(false);
  const show = async () => {
    setEmpty(!code);
    if (code && (await prove(() => passByRecoveryCode(code)))) props.onShown();
  };
  return (
    <Frame {...props} act="Confirm" busy={busy && 'Checking...'} onSubmit={() => void show()}>
      <TypedField
        label="Recovery code"
        hint="One of those that you kept. Each works once."
        autoComplete="off"
        value={code}
        onType={setCode}
        error={empty && !code ? 'Type the code.' : problem}
      />
    </Frame>
  );
}

export function SecurityKeyWay({ step: { id, name }, ...props }: StepProps) {
  const { busy, problem, prove } = useProof();
  const show = async () => {
    if (await prove(() => passByKey(id))) props.onShown();
  };
  return (
    <Frame
      {...props}
      act="Use the security key"
      busy={busy && 'Waiting for it...'}
      onSubmit={() => void show()}
    >
      <p>Have {name} at hand. Your browser asks you to touch it.</p>
      <Trouble words={problem} />
    </Frame>
  );
}
