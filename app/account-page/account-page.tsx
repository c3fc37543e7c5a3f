import { useEffect } from 'react';

import { AccountResetBanner } from '#app/session/account-reset-notice.tsx';
import { ErrorState } from '#app/ui/load-failure.tsx';

import { SettingsNav } from './account-nav.tsx';
import { SettingsSkeleton } from './account-skeleton.tsx';
import { ConnectedAccountsSection } from './connected-part.tsx';
import { DataSection } from './data-part.tsx';
import { DeleteAccountSection } from './delete-part.tsx';
import { EmailSection } from './email-part.tsx';
import { NotificationsSection } from './notices-part.tsx';
import { usePasskeys } from './passkeys.ts';
import { PasskeysSection } from './passkeys-part.tsx';
import { PasswordSection } from './password-part.tsx';
import { ProfileSection } from './profile-part.tsx';
import { TwoFactorSection } from './second-step-part.tsx';
import { SecurityEventsSection } from './security-events-part.tsx';
import { SessionsSection } from './sessions-part.tsx';
import { useAccount, type SectionProps } from './use-account.ts';

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
