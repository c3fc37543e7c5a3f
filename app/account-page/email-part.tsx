import { Check, Clock, Mail, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { Key } from '#app/ui/key.tsx';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { askedMailboxes, askedWords } from './email-change.ts';
import { SendAgain } from './send-again.tsx';
import type { PartProps } from './use-account.ts';

function Pending({ newEmail, asked }: { newEmail: string; asked: readonly string[] }) {
  return (
    <AccountRow
      Icon={MailQuestionMark}
      name={newEmail}
      facts={
        <>
          <Badge label="Waiting" tint="canary" Icon={Clock} />
          <span>Open {askedWords(asked)}. Until then your address stays as it is.</span>
        </>
      }
    >
      <SendAgain type="email_change" email={newEmail} />
    </AccountRow>
  );
}

export function EmailPart({ account, user, changed }: PartProps) {
  const [changing, setChanging] = useState(false);
  const { email, emailConfirmed, newEmail } = account;
  return (
    <AccountPart id="email" about="You sign in with it, and what concerns your account is sent there.">
      <ul className="sheet acc-list">
        <AccountRow
          Icon={Mail}
          name={email}
          facts={
            emailConfirmed ? (
              <Badge label="Confirmed" tint="mint" Icon={Check} />
            ) : (
              <>
                <Badge label="Not confirmed" tint="canary" Icon={TriangleAlert} />
                <span>Confirm your address: open the link in the mail that we sent you.</span>
              </>
            )
          }
        >
          {!emailConfirmed && <SendAgain type="signup" email={email} />}
          <Key size="sm" onClick={() => setChanging(true)}>
            Change<span className="vh"> email address</span>
          </Key>
        </AccountRow>
        {newEmail && <Pending newEmail={newEmail} asked={askedMailboxes(account, user, newEmail)} />}
      </ul>
      {changing && (
        <ChangeEmailDialog
          account={account}
          user={user}
          onChanged={changed}
          onClose={() => setChanging(false)}
        />
      )}
    </AccountPart>
  );
}
