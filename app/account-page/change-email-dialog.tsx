import { useState } from 'react';

import { ConfirmationLinkButton } from '#app/session/confirmation-link.tsx';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { TypedField } from '#app/session/typed-field.tsx';
import { toast } from '#app/ui/toast.tsx';

import { askedMailboxes, askedWords } from './email-change.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import type { AccountNow } from './use-account.ts';
import { useFieldAct } from '#app/session/use-field-act.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

function problemOf(typed: string, held: string): string | null {
  if (!typed) return 'Type the new address.';
  if (!ADDRESS.test(typed)) return 'Type the whole address, like you@example.com.';
  return typed.toLowerCase() === held.toLowerCase() ? 'This is your address already.' : null;
}

type Props = AccountNow & { onChanged: () => void; onClose: () => void };

/** Asks for the new address. The address changes only after the confirmation links were opened. */
export function ChangeEmailDialog({ account, user, onChanged, onClose }: Props) {
  const { email } = account;
  const [typed, setTyped] = useState('');
  const [own, setOwn] = useState<string | null>(null);
  const { busy, problem, code, clear, run } = useFieldAct();
  const change = async () => {
    const wanted = typed.trim();
    const found = problemOf(wanted, email);
    setOwn(found);
    if (found) return;
    const emailRedirectTo = `${window.location.origin}/account`;
    if (!(await run(() => taken(authClient().updateUser({ email: wanted }, { emailRedirectTo }))))) return;
    const asked = askedMailboxes(account, user, wanted);
    toast({ title: 'Mail sent', message: `Open ${askedWords(asked)}.` });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title="Change your email address"
      about={
        askedMailboxes(account, user, '').length > 1
          ? `We send a link to the new address and one to ${email}. Until both are opened, nothing changes.`
          : 'We send a link to the new address. Until it is opened, nothing changes.'
      }
      act="Send the mail"
      busy={busy && 'Sending...'}
      onSubmit={() => void change()}
      onClose={onClose}
    >
      <TypedField
        label="New email address"
        type="email"
        autoComplete="email"
        value={typed}
        error={own ?? problem}
        onType={(next) => {
          setOwn(null);
          clear();
          setTyped(next);
        }}
      />
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}
