import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { FormError } from '#app/components/field.tsx';
import { CodeField, PasswordField, type CodeKind } from '#app/components/text-field.tsx';
import { reauthMessages } from '#content/messages/reauthentication.ts';
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
import { callAuth, refreshUser } from './session.ts';

const messages = reauthMessages;

/** Confirms the identity and refreshes the tokens. If the refresh fails, the next call refreshes them. */
async function confirmIdentity(proof: RpcContract['confirm-identity']['body']): Promise<void> {
  await callRpc('confirm-identity', proof);
  await refreshUser().catch(() => undefined);
}

export type ReauthMethod =
  | { id: 'password'; type: 'password' }
  | { id: 'mail'; type: 'mail'; email: string }
  | { id: 'recovery'; type: 'recovery' }
  | SecondFactor;

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
        <Button onClick={onCancel}>{messages.cancel}</Button>
        <Button type="submit" variant="primary" busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** A required text that `verify` accepts or refuses, with the props of its field and its form. */
function useVerification(verify: (text: string) => Promise<unknown>, emptyMessage: string, onVerified: () => void) {
  const [text, setText] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const { busy, error, run } = useFormAction();
  const submit = async () => {
    setIsEmpty(!text);
    if (text && (await run(() => verify(text)))) onVerified();
  };
  return {
    fieldProps: { value: text, onValueChange: setText, error: isEmpty && !text ? emptyMessage : error },
    formProps: {
      submitLabel: messages.confirm,
      busyLabel: busy && messages.checking,
      onSubmit: () => void submit(),
    } as const,
    action: { busy, error, run },
  };
}

function PasswordForm(props: MethodFormProps) {
  const verify = (password: string) => confirmIdentity({ password });
  const { fieldProps, formProps } = useVerification(verify, messages.missingPassword, props.onVerified);
  return (
    <FormFrame {...props} {...formProps}>
      <PasswordField {...fieldProps} />
    </FormFrame>
  );
}

type CodeFormProps = MethodFormProps & {
  kind?: CodeKind;
  label: string;
  hint?: string;
  /** Sends a code. Omitted where the user already has one, as in an authenticator app. */
  sending?: { request: () => Promise<unknown>; to: string };
  verifyCode: (code: string) => Promise<unknown>;
};

/** Asks for a code, after sending it where the method needs that. */
function CodeForm({
  kind,
  label,
  sending,
  hint = sending && messages.codeSent({ recipient: sending.to }),
  verifyCode,
  ...props
}: CodeFormProps) {
  const [isSent, setIsSent] = useState(sending === undefined);
  const { fieldProps, formProps, action } = useVerification(verifyCode, messages.missingCode, props.onVerified);
  const sendCode = async () => {
    if (sending && (await action.run(sending.request))) setIsSent(true);
  };
  if (sending && !isSent)
    return (
      <FormFrame
        key="send"
        {...props}
        submitLabel={messages.sendCode}
        busyLabel={action.busy && messages.sending}
        onSubmit={() => void sendCode()}
      >
        <p>{messages.sendDescription({ recipient: sending.to })}</p>
        <FormError>{action.error}</FormError>
      </FormFrame>
    );
  const resendButton = sending && (
    <button type="button" className="label-button" onClick={() => void action.run(sending.request)}>
      {messages.resendCode}
    </button>
  );
  return (
    <FormFrame key="check" {...props} {...formProps}>
      <CodeField kind={kind} label={label} {...fieldProps} aside={resendButton} hint={hint} />
    </FormFrame>
  );
}

function SecurityKeyForm({ factor: { id, name }, ...props }: MethodFormProps & { factor: SecondFactor }) {
  const { busy, error, run } = useFormAction();
  const verify = async () => {
    if (await run(() => verifySecurityKey(id))) props.onVerified();
  };
  return (
    <FormFrame
      {...props}
      submitLabel={messages.useSecurityKey}
      busyLabel={busy && messages.waitingForKey}
      onSubmit={() => void verify()}
    >
      <p>{messages.securityKeyDescription({ name })}</p>
      <FormError>{error}</FormError>
    </FormFrame>
  );
}

export function MethodForm({ method, ...props }: MethodFormProps & { method: ReauthMethod }) {
  const challengeId = useRef('');
  switch (method.type) {
    case 'password':
      return <PasswordForm {...props} />;
    case 'mail':
      return (
        <CodeForm
          {...props}
          label={messages.emailCodeLabel}
          sending={{ request: () => callAuth((auth) => auth.reauthenticate()), to: method.email }}
          verifyCode={(code) => confirmIdentity({ code })}
        />
      );
    case 'recovery':
      return (
        <CodeForm
          {...props}
          kind="recovery"
          label={messages.recoveryCodeLabel}
          hint={messages.recoveryCodeHint}
          verifyCode={verifyRecoveryCode}
        />
      );
    case 'totp':
      return (
        <CodeForm {...props} label={messages.appCodeLabel(method)} verifyCode={(code) => verifyTotp(method.id, code)} />
      );
    case 'phone': {
      const requestCode = async () => {
        challengeId.current = await requestPhoneCode(method.id);
      };
      return (
        <CodeForm
          {...props}
          label={messages.phoneCodeLabel}
          sending={{ request: requestCode, to: method.name }}
          verifyCode={(code) => verifyPhoneCode(method.id, challengeId.current, code)}
        />
      );
    }
    case 'webauthn':
      return <SecurityKeyForm {...props} factor={method} />;
  }
}
