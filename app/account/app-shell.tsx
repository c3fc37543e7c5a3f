import { ChartColumn, CircleQuestionMark, PanelsTopLeft, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

import { LogoMark } from '#app/ui/mark.tsx';
import { SandboxBadge } from '#app/ui/sandbox-chip.tsx';
import { Toaster } from '#app/ui/toast.tsx';
import { SITE } from '#content/site.ts';

import { AccountMenu } from './account-menu.tsx';
import { SettingsMenu } from './settings-menu.tsx';

const SECTIONS = [
  { label: 'Pages', to: '/pages', Icon: PanelsTopLeft },
  { label: 'Orders', to: '/orders', Icon: ReceiptText },
  { label: 'Analytics', to: '/analytics', Icon: ChartColumn },
];

/** The app's screens, its settings and the help of the site, for both bars. The icons show on phones. */
function Sections() {
  return (
    <>
      {SECTIONS.map(({ label, to, Icon }) => (
        <NavLink key={to} to={to}>
          <Icon className="i" aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <SettingsMenu />
      <a href="/help">
        <CircleQuestionMark className="i" aria-hidden="true" />
        Help
      </a>
    </>
  );
}

type Props = { isSandbox: boolean; children: ReactNode };

function AppHeader({ isSandbox }: Pick<Props, 'isSandbox'>) {
  return (
    <header className="head on-enamel">
      <div className="in-head">
        <Link className="brand" to="/pages">
          <LogoMark />
          <span>{SITE.name}</span>
        </Link>
        <nav aria-label="Main">
          <Sections />
        </nav>
        <div className="tools">
          {isSandbox && <SandboxBadge />}
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}

/** Header with the main navigation and, on phones, the tab bar. Each screen renders its own heading. */
export function AppShell({ isSandbox, children }: Props) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AppHeader isSandbox={isSandbox} />
      <main className="main" id="main">
        <noscript>
          <p className="banner">Your pages and orders need JavaScript. Please switch it on for this site.</p>
        </noscript>
        {children}
      </main>
      <nav className="tabbar on-enamel" aria-label="Sections">
        <Sections />
      </nav>
      <Toaster />
    </>
  );
}
