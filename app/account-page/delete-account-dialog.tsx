import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { TypedField } from '#app/session/typed-field.tsx';
import type { AccountFate } from '#domain/account.ts';

import { fateWords } from './fate-words.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { leaveForGood } from './leave-for-good.ts';
import { PartList } from './part-list.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';
import { useReading } from './use-reading.ts';

const readFate = (): Promise<AccountFate> => call('account-fate', {});

/** Shows the consequences of the deletion and asks for the email address as confirmation. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const fate = useReading(readFate, 0);
  const [typed, setTyped] = useState('');
  const { busy, problem, clear, run } = useFieldAct();
  const same = typed.trim().toLowerCase() === email.toLowerCase();
  const remove = async () => {
    if (await run(() => call('delete-account', { email: typed.trim() }))) await leaveForGood();
  };
  return (
    <FormDialog
      title="Delete your account?"
      act="Delete account"
      kind="red"
      safe="Keep my account"
      busy={busy && 'Deleting...'}
      ready={same && fate.state === 'ready'}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <PartList reading={fate} what="What becomes of your pages and orders" rows={2}>
        {(known) => (
          <ul className="acc-fate">
            {fateWords(known).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </PartList>
      <TypedField
        label={`Type ${email} to delete it`}
        type="email"
        autoComplete="off"
        value={typed}
        error={problem}
        onType={(next) => {
          clear();
          setTyped(next);
        }}
      />
    </FormDialog>
  );
}
