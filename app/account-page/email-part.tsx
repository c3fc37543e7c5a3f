import { Check, Clock, Mail, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Key } from '#app/ui/key.tsx';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { askedMailboxes, askedWords } from './email-change.ts';
import type { PartProps } from './use-account.ts';
import { useAct } from './use-act.ts';

type ResendProps = { type: 'signup' | 'email_change'; email: string };

/** Sends the mail with its link once more. */
function SendAgain({ type, email }: ResendProps) {
  const { busy, run } = useAct();
  const send = () =>
    run(
      () =>
        taken(
          authClient().resend({
            type,
            email,
            options: { emailRedirectTo: `${window.location.origin}/account` },
          }),
        ),
      {
        done: { title: 'Mail sent', message: `Look into the mailbox of ${email}.` },
        failed: 'The mail was not sent',
      },
    );
  return (
    <Key size="sm" onClick={() => void send()} busy={busy && 'Sending...'}>
      Send again
    </Key>
  );
}

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
