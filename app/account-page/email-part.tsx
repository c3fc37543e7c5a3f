import { Check, Clock, Mail, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/key.tsx';

import { SettingsSection } from './account-part.tsx';
import { SettingsRow } from './account-row.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { listConfirmationRecipients, describeRecipients } from './email-change.ts';
import { ResendEmailButton } from './send-again.tsx';
import type { SectionProps } from './use-account.ts';

function PendingEmailRow({ newEmail, recipients }: { newEmail: string; recipients: readonly string[] }) {
  return (
    <SettingsRow
      Icon={MailQuestionMark}
      name={newEmail}
      details={
        <>
          <Badge label="Waiting" variant="canary" Icon={Clock} />
          <span>Open {describeRecipients(recipients)}. Until then your address stays as it is.</span>
        </>
      }
    >
      <ResendEmailButton type="email_change" email={newEmail} />
    </SettingsRow>
  );
}

export function EmailSection({ account, user, refresh }: SectionProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { email, emailConfirmed, newEmail } = account;
  return (
    <SettingsSection id="email" description="You sign in with it, and what concerns your account is sent there.">
      <ul className="sheet acc-list">
        <SettingsRow
          Icon={Mail}
          name={email}
          details={
            emailConfirmed ? (
              <Badge label="Confirmed" variant="mint" Icon={Check} />
            ) : (
              <>
                <Badge label="Not confirmed" variant="canary" Icon={TriangleAlert} />
                <span>Confirm your address: open the link in the mail that we sent you.</span>
              </>
            )
          }
        >
          {!emailConfirmed && <ResendEmailButton type="signup" email={email} />}
          <Button size="sm" onClick={() => setIsDialogOpen(true)}>
            Change<span className="vh"> email address</span>
          </Button>
        </SettingsRow>
        {newEmail && (
          <PendingEmailRow newEmail={newEmail} recipients={listConfirmationRecipients(account, user, newEmail)} />
        )}
      </ul>
      {isDialogOpen && (
        <ChangeEmailDialog account={account} user={user} onChanged={refresh} onClose={() => setIsDialogOpen(false)} />
      )}
    </SettingsSection>
  );
}
