import { useState, type FormEvent } from 'react';

import { initialsOf } from '#app/session/initials.ts';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { TypedField } from '#app/session/typed-field.tsx';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';
import { MAX_NAME } from '#domain/account.ts';

import { AccountPart } from './account-part.tsx';
import type { PartProps } from './use-account.ts';
import { useFieldAct } from '#app/session/use-field-act.ts';

export function ProfilePart({ account, changed }: PartProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, problem, clear, run } = useFieldAct();
  const name = typed ?? account.name;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const data = { name: name.trim() };
    if (!(await run(() => taken(authClient().updateUser({ data }))))) return;
    toast({ title: 'Name saved' });
    setTyped(data.name);
    changed();
  };
  return (
    <AccountPart id="profile">
      <form className="sheet acc-profile" noValidate onSubmit={(event) => void save(event)}>
        <span className="avatar" aria-hidden="true">
          {initialsOf(name, account.email)}
        </span>
        <TypedField
          label="Your name"
          hint="Only you see it. Buyers see your business name at Stripe."
          value={name}
          error={problem}
          maxLength={MAX_NAME}
          autoComplete="name"
          autoCapitalize="words"
          dir="auto"
          onType={(next) => {
            clear();
            setTyped(next);
          }}
        />
        <Key type="submit" busy={busy && 'Saving...'} disabled={name.trim() === account.name && !busy}>
          Save
        </Key>
      </form>
    </AccountPart>
  );
}
