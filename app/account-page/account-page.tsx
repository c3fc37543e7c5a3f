import { useEffect } from 'react';

import { AccountResetNotice } from '#app/session/account-reset-notice.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';

import { AccountNav } from './account-nav.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import { ConnectedPart } from './connected-part.tsx';
import { DataPart } from './data-part.tsx';
import { DeletePart } from './delete-part.tsx';
import { EmailPart } from './email-part.tsx';
import { NoticesPart } from './notices-part.tsx';
import { usePasskeys } from './passkeys.ts';
import { PasskeysPart } from './passkeys-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { ProfilePart } from './profile-part.tsx';
import { SecondStepPart } from './second-step-part.tsx';
import { SecurityEventsPart } from './security-events-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { useAccount, type PartProps } from './use-account.ts';

/** Scrolls to the section in the URL's hash once the sections are rendered. */
function useAnchor(): void {
  useEffect(() => {
    if (window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
}

function Parts(props: PartProps) {
  useAnchor();
  const passkeys = usePasskeys(props.round);
  return (
    <>
      <AccountResetNotice removed={props.account.removedByReset} />
      <ProfilePart {...props} />
      <EmailPart {...props} />
      <PasswordPart {...props} />
      <SecondStepPart {...props} />
      <PasskeysPart reading={passkeys} changed={props.changed} />
      <ConnectedPart {...props} passkeys={passkeys} />
      <NoticesPart {...props} />
      <SessionsPart {...props} />
      <SecurityEventsPart {...props} />
      <DataPart {...props} />
      <DeletePart {...props} />
    </>
  );
}

/** Account settings: profile, sign-in methods, sessions, security events, data export and deletion. */
export function AccountPage() {
  const { reading, round, changed } = useAccount();
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Account
        </h1>
      </div>
      <div className="acc">
        <AccountNav />
        <div className="acc-parts">
          {reading.state === 'loading' && <AccountSkeleton />}
          {reading.state === 'failed' && (
            <LoadFailure
              what="Your account could not be loaded"
              why="The server did not tell us about it. Nothing has changed."
              onRetry={reading.retry}
            />
          )}
          {reading.state === 'ready' && <Parts {...reading.value} round={round} changed={changed} />}
        </div>
      </div>
    </>
  );
}
