import type { User } from '@supabase/auth-js';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { PasswordField } from '#app/components/text-field.tsx';
import { toast } from '#app/components/toast.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useScreenData } from '#app/lib/screen-data.ts';
import { AccountResetBanner } from '#app/lib/session/account-reset-banner.tsx';
import { isAuthApiError } from '#app/lib/session/auth-errors.ts';
import { PasswordMeter } from '#app/lib/session/password-meter.tsx';
import { callAuth, refreshUser } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';

import { AuthButton, AuthCardHeader } from './auth-card.tsx';
import { getPasswordError, validateNewPassword } from './credentials.ts';
import { SignOutFooter } from './sign-out.tsx';
import { useAuthAction, toastAuthError } from './use-auth-action.ts';
import { useHydrated } from './use-hydrated.ts';

const MESSAGES = authMessages.newPassword;

const hasAuthErrorCode = (error: unknown, code: string): boolean => isAuthApiError(error) && error.code === code;

/** Shown when the reauthentication by email is missing or has expired. */
export const RequestEmailFirst = ({ signedIn = false }: { signedIn?: boolean }) => (
  <div className="auth-card">
    <AuthCardHeader title={MESSAGES.emailFirst.title} text={MESSAGES.emailFirst.text} focusTitle>
      <Link className={buttonVariants('primary', 'lg', 'auth-card__action')} to="/auth/forgot">
        {MESSAGES.emailFirst.button}
      </Link>
    </AuthCardHeader>
    {signedIn && <SignOutFooter />}
  </div>
);

type Props = { user: User; onDone: () => void };

/** Form for a new password after the recovery link. */
export function NewPasswordCard({ user, onDone }: Props) {
  const { minPassword } = useScreenData().signInOptions;
  const [password, setPassword] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [isTooLate, setIsTooLate] = useState(false);
  const { busy, run } = useAuthAction();
  const isHydrated = useHydrated();
  const { data: account } = useRpcQuery('get-account', {});
  const inputRef = useRef<HTMLInputElement>(null);
  const showFieldError = (message: string | null) => {
    setFieldError(message);
    if (message) inputRef.current?.focus();
    return message !== null;
  };
  const savePassword = async () => {
    await callAuth((auth) => auth.updateUser({ password }));
    toast(MESSAGES.changed);
    onDone();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (showFieldError(validateNewPassword(password, minPassword))) return;
    void run('it', savePassword, (error) => {
      if (hasAuthErrorCode(error, 'reauthentication_needed')) setIsTooLate(true);
      // A second factor was added elsewhere; the parent screen asks for it.
      else if (hasAuthErrorCode(error, 'insufficient_aal')) refreshUser().catch(toastAuthError);
      else if (!showFieldError(getPasswordError(error))) toastAuthError(error);
    });
  };
  if (isTooLate) return <RequestEmailFirst signedIn />;
  return (
    <div className="auth-card">
      <AuthCardHeader title={MESSAGES.title} text={MESSAGES.text({ email: user.email ?? '' })} />
      {account && <AccountResetBanner removedItems={account.removedByReset} />}
      <form className="auth-form" method="dialog" noValidate onSubmit={handleSubmit}>
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={MESSAGES.label}
          value={password}
          error={fieldError}
          inputRef={inputRef}
          variant="tall"
          required
          isNew
          hint={<PasswordMeter password={password} minLength={minPassword} />}
          onValueChange={(newValue) => {
            setPassword(newValue);
            setFieldError(null);
          }}
        />
        <AuthButton type="submit" disabled={!isHydrated} busyLabel={busy !== null && MESSAGES.busy}>
          {MESSAGES.submit}
        </AuthButton>
      </form>
      <SignOutFooter />
    </div>
  );
}
