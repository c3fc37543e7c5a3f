import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';

import { PasswordMeter } from '#app/session/password-meter.tsx';
import { signIn, signUp } from '#app/session/sign-in.ts';
import { Key } from '#app/ui/key.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';

import { CaptchaBox } from './captcha-box.tsx';
import { problemsOf, type AccountTab, type CredentialProblems, type Credentials } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { useAttempt } from './use-attempt.ts';
import { useAwake, useOnceAwake } from './use-awake.ts';
import type { Captcha } from './use-captcha.ts';
import { NEW_HERE, WELCOME_BACK } from './welcome.ts';

const WORDS = {
  'sign-in': { act: 'Sign in', busy: 'Signing in...', done: WELCOME_BACK },
  'sign-up': {
    act: 'Create account',
    busy: 'Creating account...',
    done: NEW_HERE,
  },
} as const;

const NONE: CredentialProblems = { email: null, password: null };

type Props = {
  tab: AccountTab;
  typed: Credentials;
  onType: (typed: Credentials) => void;
  minPassword: number;
  captcha: Captcha;
};

function useEntry({ tab, typed, minPassword, captcha }: Props) {
  const { busy, attempt } = useAttempt();
  const [problems, setProblems] = useState(NONE);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const enter = async () => {
    const found = problemsOf(typed, tab, minPassword);
    setProblems(found);
    if (found.email) return emailRef.current?.focus();
    if (found.password) return passwordRef.current?.focus();
    await attempt('it', () =>
      captcha.spend(async (proof) => {
        const act = tab === 'sign-in' ? signIn : signUp;
        const { secondStep } = await act(typed.email.trim(), typed.password, proof);
        if (!secondStep) toast(WORDS[tab].done);
      }),
    );
  };
  return { busy: busy !== null, problems, setProblems, emailRef, passwordRef, enter };
}

/** The sign-in or the sign-up form. The screen navigates once there is a user; the card owns the typed values. */
export function AccountForm(props: Props) {
  const { tab, typed, onType, minPassword, captcha } = props;
  const { busy, problems, setProblems, emailRef, passwordRef, enter } = useEntry(props);
  const awake = useAwake();
  useOnceAwake(() => {
    const [email, password] = [emailRef.current?.value ?? '', passwordRef.current?.value ?? ''];
    if (email !== typed.email || password !== typed.password) onType({ email, password });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter();
  };
  const type = (change: Partial<Credentials>, mended: Partial<CredentialProblems>) => {
    onType({ ...typed, ...change });
    setProblems({ ...problems, ...mended });
  };
  return (
    // method="dialog": a form that is submitted before hydration stays on the page
    <form className="account-form" method="dialog" noValidate onSubmit={submit}>
      <EmailField
        value={typed.email}
        error={problems.email}
        inputRef={emailRef}
        autoComplete={tab === 'sign-up' ? 'email' : 'username'}
        onChange={(email) => type({ email }, { email: null })}
      />
      <PasswordField
        value={typed.password}
        error={problems.password}
        inputRef={passwordRef}
        meter={tab === 'sign-up' && <PasswordMeter password={typed.password} least={minPassword} />}
        onChange={(password) => type({ password }, { password: null })}
      />
      <CaptchaBox captcha={captcha} />
      <Key
        type="submit"
        kind="primary"
        size="lg"
        className="wide-key"
        disabled={!awake}
        busy={busy && WORDS[tab].busy}
      >
        {WORDS[tab].act}
      </Key>
      {tab === 'sign-in' && (
        <p className="small">
          <Link className="link" to="/auth/forgot" state={{ email: typed.email }}>
            Forgot your password?
          </Link>
        </p>
      )}
    </form>
  );
}
