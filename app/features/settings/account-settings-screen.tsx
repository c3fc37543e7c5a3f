import { Download, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { LoadingStatus, Skeleton } from '#app/components/skeleton.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { AccountResetBanner } from '#app/lib/session/account-reset-banner.tsx';
import { settingsMessages } from '#content/messages/settings.ts';

import { ConnectedAccountsSection } from './connected-accounts-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { usePasskeys, PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecurityEventsSection } from './security-events-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SETTINGS_SECTIONS, SettingsSection, SettingsRow, type SettingsSectionId } from './settings-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { useAccount, useAccountAction, type SectionProps } from './use-account.ts';

/** Distance from the top at which a section becomes the current one, in pixels. */
const READING_LINE = 140;

function findSectionInView(): SettingsSectionId {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const passedSections = SETTINGS_SECTIONS.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top <= READING_LINE;
  });
  const section = atEnd && window.scrollY > 0 ? SETTINGS_SECTIONS.at(-1) : passedSections.at(-1);
  return section?.id ?? SETTINGS_SECTIONS[0].id;
}

/** The section in view, which the navigation highlights. */
function useCurrentSection(): SettingsSectionId {
  const [section, setSection] = useState<SettingsSectionId>(SETTINGS_SECTIONS[0].id);
  useEffect(() => {
    const update = () => setSection(findSectionInView());
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return section;
}

function SettingsNav() {
  const currentSection = useCurrentSection();
  return (
    <nav className="settings-nav" aria-label={settingsMessages.navLabel}>
      <ul>
        {SETTINGS_SECTIONS.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === currentSection ? 'location' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

async function downloadAccount(): Promise<void> {
  const data = await callRpc('export-account', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  downloadBlob(file, `tillwright-account-${new Date().toISOString().slice(0, 10)}.json`);
}

function DataSection() {
  const messages = settingsMessages.data;
  const { busy, run } = useAccountAction(downloadAccount, {
    success: messages.downloaded,
    failureTitle: messages.downloadFailed,
  });
  return (
    <SettingsSection id="data">
      <ul className="sheet">
        <SettingsRow Icon={FileText} name={messages.title} details={messages.description}>
          <Button Icon={Download} size="sm" onClick={() => void run()} busyLabel={busy && messages.busy}>
            {messages.download}
          </Button>
        </SettingsRow>
      </ul>
    </SettingsSection>
  );
}

const SettingsSkeleton = () => (
  <>
    <LoadingStatus />
    {SETTINGS_SECTIONS.slice(0, 4).map(({ id, label }) => (
      <section key={id} className="settings-section" aria-hidden="true">
        <div className="settings-section__header">
          <h2 className="h2">{label}</h2>
        </div>
        <Skeleton rows={id === 'second-step' ? 3 : 1} hideStatus />
      </section>
    ))}
  </>
);

function SettingsSections(props: SectionProps) {
  useEffect(() => {
    // The section in the URL's hash is rendered only now.
    if (window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  const passkeysQuery = usePasskeys();
  return (
    <>
      <AccountResetBanner removedItems={props.account.removedByReset} />
      <ProfileSection {...props} />
      <EmailSection {...props} />
      <PasswordSection {...props} />
      <TwoFactorSection {...props} />
      <PasskeysSection passkeysQuery={passkeysQuery} />
      <ConnectedAccountsSection {...props} passkeysQuery={passkeysQuery} />
      <NotificationsSection />
      <SessionsSection />
      <SecurityEventsSection />
      <DataSection />
      <DeleteAccountSection {...props} />
    </>
  );
}

/** Account settings: profile, sign-in methods, sessions, security events, data export and deletion. */
export function AccountSettingsScreen() {
  const accountQuery = useAccount();
  return (
    <>
      <PageHeader title={settingsMessages.title} />
      <div className="acc">
        <SettingsNav />
        <div className="settings__sections">
          <QueryBoundary
            query={accountQuery}
            errorTitle={settingsMessages.loadError.title}
            errorDescription={settingsMessages.loadError.description}
            skeleton={<SettingsSkeleton />}
          >
            {(data) => <SettingsSections {...data} />}
          </QueryBoundary>
        </div>
      </div>
    </>
  );
}
