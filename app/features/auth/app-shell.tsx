import {
  ChartColumn,
  CircleQuestionMark,
  PanelsTopLeft,
  ReceiptText,
  LogOut,
  Store,
  UserRound,
  Users,
  ChevronDown,
  CreditCard,
  Globe,
  Settings,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useNavigate, useLocation, type LinkProps } from 'react-router';

import { Banner } from '#app/components/banner.tsx';
import { LogoMark } from '#app/components/logo-mark.tsx';
import { Popover } from '#app/components/popover.tsx';
import { SandboxBadge } from '#app/components/sandbox-badge.tsx';
import { Toaster } from '#app/components/toast.tsx';
import { useScreenData } from '#app/lib/screen-data.ts';
import { SearchButton } from '#app/lib/search-button.tsx';
import { getInitials } from '#app/lib/session/initials.ts';
import { SIGNED_OUT_PATH, useSession } from '#app/lib/session/session.ts';
import { navigationMessages } from '#content/messages/navigation.ts';
import { sandboxMessages } from '#content/messages/sandbox.ts';
import { SITE } from '#content/site.ts';

import { useSignOut } from './sign-out.tsx';

const NAVIGATION = navigationMessages.navigation;

const SCREENS = [
  { label: NAVIGATION.domains, to: '/domains', Icon: Globe },
  { label: NAVIGATION.integrations, to: '/integrations', Icon: Webhook },
  { label: NAVIGATION.billing, to: '/subscription', Icon: CreditCard },
  { label: NAVIGATION.account, to: '/account', Icon: UserRound },
];

/** The navigation's "Settings" button. It is marked as current on each of the screens that it lists. */
function SettingsMenu() {
  const { pathname } = useLocation();
  const current = SCREENS.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Popover
      button={{
        className: 'settings-menu',
        'aria-current': current ? 'true' : undefined,
        children: (
          <>
            <Settings className="i" aria-hidden="true" />
            {NAVIGATION.settings}
            <ChevronDown className="i settings-menu__chevron" aria-hidden="true" />
          </>
        ),
      }}
      frame={{ className: 'menu', sideOffset: 8, collisionPadding: 8, 'aria-label': NAVIGATION.settings }}
    >
      {(close) =>
        SCREENS.map(({ label, to, Icon }) => (
          <NavLink key={to} className="dropdown-menu__item" to={to} prefetch="intent" onClick={close}>
            <Icon className="i" aria-hidden="true" />
            {label}
          </NavLink>
        ))
      }
    </Popover>
  );
}

/** Shows who is signed in, with links to the account and the site, and the sign-out button. */
function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOutAction = useSignOut(() => void navigate(SIGNED_OUT_PATH));
  if (!user) return null;
  const email = user.email ?? NAVIGATION.accountMenu.noEmail;
  const name: unknown = user.user_metadata.name;
  const initials = getInitials(typeof name === 'string' ? name : '', email);
  return (
    <>
      {signOutAction.confirmDialog}
      <Popover
        button={{
          className: 'account-menu__button',
          'aria-label': NAVIGATION.accountMenu.button({ initials, email }),
          children: <span className="avatar">{initials}</span>,
        }}
        frame={{
          className: 'menu',
          align: 'end',
          sideOffset: 8,
          collisionPadding: 8,
          'aria-label': NAVIGATION.account,
        }}
      >
        {(close) => (
          <>
            <p className="dropdown-menu__header small">
              <span className="muted">{NAVIGATION.accountMenu.signedInAs}</span>
              <b>{email}</b>
            </p>
            <Link className="dropdown-menu__item" to="/account" prefetch="intent" onClick={close}>
              <UserRound className="i" aria-hidden="true" />
              {NAVIGATION.account}
            </Link>
            <a className="dropdown-menu__item" href="/help" onClick={close}>
              <CircleQuestionMark className="i" aria-hidden="true" />
              {NAVIGATION.help}
            </a>
            <a className="dropdown-menu__item" href="/" onClick={close}>
              <Store className="i" aria-hidden="true" />
              {NAVIGATION.accountMenu.site}
            </a>
            <button
              type="button"
              className="dropdown-menu__item"
              aria-busy={signOutAction.busy}
              onClick={signOutAction.requestSignOut}
            >
              <LogOut className="i" aria-hidden="true" />
              {signOutAction.busy ? navigationMessages.signOut.busy : navigationMessages.signOut.button}
            </button>
          </>
        )}
      </Popover>
    </>
  );
}

/** `others`: screens of the section whose paths don't start with `to`. */
const SECTIONS = [
  { label: NAVIGATION.pages, to: '/pages', others: ['/files', '/licenses'], Icon: PanelsTopLeft },
  { label: NAVIGATION.orders, to: '/orders', others: [], Icon: ReceiptText },
  { label: NAVIGATION.customers, to: '/customers', others: [], Icon: Users },
  { label: NAVIGATION.analytics, to: '/analytics', others: [], Icon: ChartColumn },
];

const CurrentLink = (props: LinkProps) => <Link {...props} aria-current="true" />;

/** The app's screens, its settings and the help of the site, for both bars. The icons show on phones. */
function Sections() {
  const { pathname } = useLocation();
  return (
    <>
      {SECTIONS.map(({ label, to, others, Icon }) => {
        // A link is marked with `aria-current` by itself only if the path starts with its own.
        const Section = others.some((path) => pathname.startsWith(path)) ? CurrentLink : NavLink;
        return (
          <Section key={to} to={to} prefetch="intent">
            <Icon className="i" aria-hidden="true" />
            {label}
          </Section>
        );
      })}
      <SettingsMenu />
      <a href="/help">
        <CircleQuestionMark className="i" aria-hidden="true" />
        {NAVIGATION.help}
      </a>
    </>
  );
}

function AppHeader() {
  const { sandbox } = useScreenData();
  return (
    <header className="head on-enamel">
      <div className="in-head">
        <Link className="brand" to="/pages" prefetch="intent">
          <LogoMark />
          <span>{SITE.name}</span>
        </Link>
        <nav aria-label={NAVIGATION.main}>
          <Sections />
        </nav>
        <div className="tools">
          <SearchButton />
          {sandbox && <SandboxBadge {...sandboxMessages.badge} />}
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}

/** Header with the main navigation and, on phones, the tab bar. Each screen renders its own heading. */
export function AppShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        {NAVIGATION.skipLink}
      </a>
      <AppHeader />
      <main className="main" id="main">
        <noscript>
          <Banner>{NAVIGATION.noScript}</Banner>
        </noscript>
        {children}
      </main>
      <nav className="tabbar on-enamel" aria-label={NAVIGATION.sections}>
        <Sections />
      </nav>
      <Toaster />
    </>
  );
}
