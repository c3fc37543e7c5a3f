import { useEffect } from 'react';

import { ErrorState } from '#app/components/error-state.tsx';
import { LoadingStatus, Skeleton } from '#app/components/skeleton.tsx';
import { AccountResetBanner } from '#app/lib/session/account-reset-banner.tsx';

import { ConnectedAccountsSection } from './connected-accounts-section.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { usePasskeys, PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecurityEventsSection } from './security-events-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsNav } from './settings-nav.tsx';
import { SETTINGS_SECTIONS } from './settings-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { useAccount, type SectionProps } from './use-account.ts';

/** Placeholder in the shape of the page. */
const SettingsSkeleton = () => (
  <>
    <LoadingStatus />
    {SETTINGS_SECTIONS.slice(0, 4).map(({ id, label }) => (
      <section key={id} className="acc-part" aria-hidden="true">
        <div className="acc-part-head">
          <h2 className="h2">{label}</h2>
        </div>
        <Skeleton rows={id === 'second-step' ? 3 : 1} hideStatus />
      </section>
    ))}
  </>
);

/** Scrolls to the section in the URL's hash once the sections are rendered. */
function useScrollToAnchor(): void {
  useEffect(() => {
    if (window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
}

function SettingsSections(props: SectionProps) {
  useScrollToAnchor();
  const passkeysQuery = usePasskeys(props.refreshKey);
  return (
    <>
      <AccountResetBanner removedItems={props.account.removedByReset} />
      <ProfileSection {...props} />
      <EmailSection {...props} />
      <PasswordSection {...props} />
      <TwoFactorSection {...props} />
      <PasskeysSection passkeysQuery={passkeysQuery} refresh={props.refresh} />
      <ConnectedAccountsSection {...props} passkeysQuery={passkeysQuery} />
      <NotificationsSection {...props} />
      <SessionsSection {...props} />
      <SecurityEventsSection {...props} />
      <DataSection {...props} />
      <DeleteAccountSection {...props} />
    </>
  );
}

/** Account settings: profile, sign-in methods, sessions, security events, data export and deletion. */
export function AccountSettingsScreen() {
  const { accountQuery, refreshKey, refresh } = useAccount();
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Account
        </h1>
      </div>
      <div className="acc">
        <SettingsNav />
        <div className="acc-parts">
          {accountQuery.status === 'loading' && <SettingsSkeleton />}
          {accountQuery.status === 'failed' && (
            <ErrorState
              title="Your account could not be loaded"
              description="The server did not tell us about it. Nothing has changed."
              onRetry={accountQuery.retry}
            />
          )}
          {accountQuery.status === 'ready' && (
            <SettingsSections {...accountQuery.data} refreshKey={refreshKey} refresh={refresh} />
          )}
        </div>
      </div>
    </>
  );
}
