import { useState } from 'react';

import { withNextParam } from '#app/session/next-path.ts';
import { Tabs } from '#app/ui/tabs.tsx';
import type { SignInOptions } from '#domain/account.ts';

import { CredentialsForm } from './account-form.tsx';
import type { AuthTab } from './credentials.ts';
import { NoScriptNotice } from './no-script.tsx';
import { AlternativeSignInMethods } from './other-ways.tsx';
import { useCaptcha } from './use-captcha.ts';

const HEADINGS = {
  'sign-in': { title: 'Back to your till', text: 'Your pages are where you left them.' },
  'sign-up': { title: 'Open your till', text: 'Free to build with. No card is asked for.' },
} as const;

const TermsNotice = () => (
  <p className="small muted">
    By signing up you accept the{' '}
    <a className="link" href="/terms">
      terms
    </a>{' '}
    and{' '}
    <a className="link" href="/privacy">
      privacy policy
    </a>
    .
  </p>
);

type SignInCardProps = {
  options: SignInOptions;
  initialTab?: AuthTab;
  next?: string | null;
  /** The plan that the visitor chose before signing up. */
  plan?: string | null;
};

/** URL of a tab, for clicks before hydration. */
function getTabUrl(tab: AuthTab, next: string | null, plan: string | null): string {
  const query = new URLSearchParams({ tab, ...(next ? { next } : {}), ...(plan ? { plan } : {}) });
  return `/auth?${query}`;
}

/** The sign-in and sign-up card. It does not navigate: the parent screen follows `useSession`. */
export function SignInCard({ options, initialTab = 'sign-in', next = null, plan = null }: SignInCardProps) {
  const [tab, setTab] = useState(initialTab);
  const [credentials, setCredentials] = useState({ email: '', password: '' });
  const captcha = useCaptcha(options.captcha);
  const form = (
    <CredentialsForm
      key={tab}
      tab={tab}
      credentials={credentials}
      onCredentialsChange={setCredentials}
      minPassword={options.minPassword}
      captcha={captcha}
    />
  );
  return (
    <div className="account-card">
      <div className="account-head">
        <h1 className="h1">{HEADINGS[tab].title}</h1>
        <p className="muted">{HEADINGS[tab].text}</p>
      </div>
      <NoScriptNotice feature="Signing in" />
      <Tabs
        className="account-tabs"
        label="Account"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'sign-in', label: 'Sign In', content: form, href: getTabUrl('sign-in', next, plan) },
          { value: 'sign-up', label: 'Sign Up', content: form, href: getTabUrl('sign-up', next, plan) },
        ]}
      />
      <AlternativeSignInMethods
        providers={options.providers}
        withPasskey={tab === 'sign-in'}
        captcha={captcha}
        returnTo={withNextParam('/auth', next)}
      />
      {tab === 'sign-up' && <TermsNotice />}
    </div>
  );
}
