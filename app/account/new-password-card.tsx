import { isAuthApiError, type User } from '@supabase/auth-js';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';

import { PasswordMeter } from '#app/session/password-meter.tsx';
import { useCall } from '#app/session/use-call.ts';
import { authClient, authProblem, refreshUser } from '#app/session/session.ts';
import { Key, keyClass } from '#app/ui/key.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';

import { AccountResetNotice } from '#app/session/account-reset-notice.tsx';
import { newPasswordProblem } from './credentials.ts';
import { SignOutFoot } from './sign-out-foot.tsx';
import { SpokenTitle } from './spoken-title.tsx';
import { useAttempt, tellRefusal } from './use-attempt.ts';
import { useAwake } from './use-awake.ts';

/** Error message for the password field, or null if the error is about something else. */
const fieldProblemOf = (error: unknown): string | null =>
  isAuthApiError(error) && ['same_password', 'weak_password'].includes(error.code ?? '')
    ? authProblem(error)
    : null;

const isAbout = (error: unknown, code: string): boolean => isAuthApiError(error) && error.code === code;

async function setPassword(password: string): Promise<void> {
  const { error } = await authClient().updateUser({ password });
  if (error) throw error;
}

/** Shown when the reauthentication by email is missing or has expired. */
export const MailFirst = ({ signedIn = false }: { signedIn?: boolean }) => (
  <div className="account-card">
    <div className="account-head">
      <SpokenTitle>Let us send you a mail first</SpokenTitle>
      <p className="muted">
        A new password can be set for a few minutes after the mail’s link or code was used. That time is over,
        or has not begun.
      </p>
      <Link className={keyClass('primary', 'lg', 'account-go')} to="/auth/forgot">
        Send the mail
      </Link>
    </div>
    {signedIn && <SignOutFoot />}
  </div>
);

type Props = { user: User; minPassword: number; onDone: () => void };

/** Form for a new password after the recovery link. */
export function NewPasswordCard({ user, minPassword, onDone }: Props) {
  const [password, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [late, setLate] = useState(false);
  const { busy, attempt } = useAttempt();
  const awake = useAwake();
  const account = useCall('get-account', {});
  const input = useRef<HTMLInputElement>(null);
  const refuse = (message: string | null) => {
    setProblem(message);
    if (message) input.current?.focus();
    return message !== null;
  };
  const save = async () => {
    await setPassword(password);
    toast({ title: 'Password changed', message: 'Every other browser is signed out.' });
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refuse(newPasswordProblem(password, minPassword))) return;
    void attempt('it', save, (error) => {
      if (isAbout(error, 'reauthentication_needed')) setLate(true);
      // A second factor was added elsewhere; the parent screen asks for it.
      else if (isAbout(error, 'insufficient_aal')) refreshUser().catch(tellRefusal);
      else if (!refuse(fieldProblemOf(error))) tellRefusal(error);
    });
  };
  if (late) return <MailFirst signedIn />;
  return (
    <div className="account-card">
      <div className="account-head">
        <h1 className="h1">Choose a new password</h1>
        <p className="muted">It is for {user.email}. Every other browser that is signed in is signed out.</p>
      </div>
      {account.state === 'ready' && <AccountResetNotice removed={account.answer.removedByReset} />}
      <form className="account-form" method="dialog" noValidate onSubmit={submit}>
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="New password"
          value={password}
          error={problem}
          inputRef={input}
          meter={<PasswordMeter password={password} least={minPassword} />}
          onChange={(typed) => {
            setTyped(typed);
            setProblem(null);
          }}
        />
        <Key
          type="submit"
          kind="primary"
          size="lg"
          className="wide-key"
          disabled={!awake}
          busy={busy !== null && 'Saving...'}
        >
          Set password
        </Key>
      </form>
      <SignOutFoot />
    </div>
  );
}
