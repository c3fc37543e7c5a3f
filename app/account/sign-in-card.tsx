import { useState } from 'react';

import { Tabs } from '#app/ui/tabs.tsx';

import { AccountForm } from './account-form.tsx';
import type { AccountTab } from './credentials.ts';

const HEADINGS = {
  'sign-in': { title: 'Back to your till', text: 'Your pages are where you left them.' },
  'sign-up': { title: 'Open your till', text: 'Free to build with. No card is asked for.' },
} as const;

/** Sign In and Sign Up. It says how it went and goes nowhere: the screen around it follows `useSession`. */
export function SignInCard({ initialTab = 'sign-in' }: { initialTab?: AccountTab }) {
  const [tab, setTab] = useState(initialTab);
  const [typed, setTyped] = useState({ email: '', password: '' });
  const form = <AccountForm key={tab} tab={tab} typed={typed} onType={setTyped} />;
  return (
    <div className="account-card">
      <div className="account-head">
        <h1 className="h1">{HEADINGS[tab].title}</h1>
        <p className="muted">{HEADINGS[tab].text}</p>
      </div>
      <noscript>
        <p className="banner">Signing in needs JavaScript. Please switch it on for this site.</p>
      </noscript>
      <Tabs
        className="account-tabs"
        label="Account"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'sign-in', label: 'Sign In', content: form },
          { value: 'sign-up', label: 'Sign Up', content: form },
        ]}
      />
    </div>
  );
}
