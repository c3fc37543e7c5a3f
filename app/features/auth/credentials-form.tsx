import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';

import { EmailField, PasswordField } from '#app/components/text-field.tsx';
import { toast } from '#app/components/toast.tsx';
import { PasswordMeter } from '#app/lib/session/password-meter.tsx';
import { isSecondFactorPending } from '#app/lib/session/second-factor.ts';
import { signIn, signUp } from '#app/lib/session/sign-in.ts';
import { authMessages } from '#content/messages/auth.ts';

import { AuthButton } from './auth-card.tsx';
import { CaptchaWidget, type Captcha } from './captcha.tsx';
import {
  getPasswordError,
  validateCredentials,
  type AuthTab,
  type CredentialErrors,
  type Credentials,
} from './credentials.ts';
import { toastAuthError, toastNewAccount, useAuthAction, WELCOME_BACK } from './use-auth-action.ts';
import { useHydrated, useOnHydrate } from './use-hydrated.ts';

const NO_ERRORS: CredentialErrors = { email: null, password: null };

type Props = {
  tab: AuthTab;
  credentials: Credentials;
  onCredentialsChange: (credentials: Credentials) => void;
  minPassword: number;
  captcha: Captcha;
};

function useCredentialsForm({ tab, credentials, minPassword, captcha }: Props) {
  const { busy, run } = useAuthAction();
  const [errors, setErrors] = useState(NO_ERRORS);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const submitCredentials = async () => {
    const newErrors = validateCredentials(credentials, tab, minPassword);
    setErrors(newErrors);
    if (newErrors.email) return emailRef.current?.focus();
    if (newErrors.password) return passwordRef.current?.focus();
    const submit = () =>
      captcha.withToken(async (captchaInput) => {
        const authenticate = tab === 'sign-in' ? signIn : signUp;
        await authenticate(credentials.email.trim(), credentials.password, captchaInput);
        if (await isSecondFactorPending()) return;
        if (tab === 'sign-in') toast(WELCOME_BACK);
        else toastNewAccount();
      });
    await run('it', submit, (error) => {
      const password = getPasswordError(error);
      if (!password) return toastAuthError(error);
      setErrors({ email: null, password });
      passwordRef.current?.focus();
    });
  };
  return { busy: busy !== null, errors, setErrors, emailRef, passwordRef, submitCredentials };
}

/** The sign-in or the sign-up form. The screen navigates once there is a user; the card owns the typed values. */
export function CredentialsForm(props: Props) {
  const { tab, credentials, onCredentialsChange, minPassword, captcha } = props;
  const { busy, errors, setErrors, emailRef, passwordRef, submitCredentials } = useCredentialsForm(props);
  const isHydrated = useHydrated();
  useOnHydrate(() => {
    const [email, password] = [emailRef.current?.value ?? '', passwordRef.current?.value ?? ''];
    if (email !== credentials.email || password !== credentials.password) onCredentialsChange({ email, password });
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submitCredentials();
  };
  const updateCredentials = (changedFields: Partial<Credentials>, clearedErrors: Partial<CredentialErrors>) => {
    onCredentialsChange({ ...credentials, ...changedFields });
    setErrors({ ...errors, ...clearedErrors });
  };
  return (
    // method="dialog": a form that is submitted before hydration stays on the page
    <form className="auth-form" method="dialog" noValidate onSubmit={handleSubmit}>
      <EmailField
        value={credentials.email}
        error={errors.email}
        inputRef={emailRef}
        autoComplete={tab === 'sign-up' ? 'email' : 'username'}
        onValueChange={(email) => updateCredentials({ email }, { email: null })}
      />
      <PasswordField
        value={credentials.password}
        error={errors.password}
        inputRef={passwordRef}
        variant="tall"
        required
        isNew={tab === 'sign-up'}
        hint={tab === 'sign-up' && <PasswordMeter password={credentials.password} minLength={minPassword} />}
        onValueChange={(password) => updateCredentials({ password }, { password: null })}
      />
      <CaptchaWidget captcha={captcha} />
      <AuthButton type="submit" disabled={!isHydrated} busyLabel={busy && authMessages.signIn[tab].busy}>
        {authMessages.signIn[tab].submit}
      </AuthButton>
      {tab === 'sign-in' && (
        <p className="small">
          <Link className="link" to="/auth/forgot" state={{ email: credentials.email }}>
            {authMessages.signIn.forgot}
          </Link>
        </p>
      )}
    </form>
  );
}
