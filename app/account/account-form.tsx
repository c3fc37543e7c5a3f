import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';

import { authProblem, signIn, signUp } from '#app/session/session.ts';
import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';
import { clearToasts, toast } from '#app/ui/toast.tsx';
import { SITE } from '#content/site.ts';

import { problemsOf, type AccountTab, type CredentialProblems, type Credentials } from './credentials.ts';
import { PasswordField } from './password-field.tsx';

const WORDS = {
  'sign-in': { act: 'Sign in', busy: 'Signing in...', done: { title: 'Welcome back!' } },
  'sign-up': {
    act: 'Create account',
    busy: 'Creating account...',
    done: { title: `Welcome to ${SITE.name}`, message: 'Your account is ready.' },
  },
} as const;

const NONE: CredentialProblems = { email: null, password: null };

type Props = { tab: AccountTab; typed: Credentials; onType: (typed: Credentials) => void };

function useEntry({ tab, typed }: Props) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(NONE);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const enter = async () => {
    const found = problemsOf(typed, tab);
    setProblems(found);
    if (found.email) return emailRef.current?.focus();
    if (found.password) return passwordRef.current?.focus();
    clearToasts();
    setBusy(true);
    try {
      await (tab === 'sign-in' ? signIn : signUp)(typed.email.trim(), typed.password);
      toast(WORDS[tab].done);
    } catch (error) {
      toast({ title: 'Error', message: authProblem(error) }, { destructive: true });
    } finally {
      setBusy(false);
    }
  };
  return { busy, problems, setProblems, emailRef, passwordRef, enter };
}

/** One of the two forms. Whoever shows it goes on as soon as there is a user; the typed values belong to the card. */
export function AccountForm(props: Props) {
  const { tab, typed, onType } = props;
  const { busy, problems, setProblems, emailRef, passwordRef, enter } = useEntry(props);
  const [awake, setAwake] = useState(false);
  useLayoutEffect(() => {
    setAwake(true);
    // What was typed before the script was there.
    const [email, password] = [emailRef.current?.value ?? '', passwordRef.current?.value ?? ''];
    if (email !== typed.email || password !== typed.password) onType({ email, password });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the script takes over
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter();
  };
  const type = (change: Partial<Credentials>, mended: Partial<CredentialProblems>) => {
    onType({ ...typed, ...change });
    setProblems({ ...problems, ...mended });
  };
  return (
    // method="dialog": sent before the script is there, the form goes nowhere
    <form className="account-form" method="dialog" noValidate onSubmit={submit}>
      <Field label="Email" error={problems.email}>
        {(wiring) => (
          <input
            {...wiring}
            ref={emailRef}
            className="in tall"
            type="email"
            autoComplete={tab === 'sign-up' ? 'email' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            required
            value={typed.email}
            onChange={(event) => type({ email: event.target.value }, { email: null })}
          />
        )}
      </Field>
      <PasswordField
        tab={tab}
        value={typed.password}
        error={problems.password}
        inputRef={passwordRef}
        onChange={(password) => type({ password }, { password: null })}
      />
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
    </form>
  );
}
