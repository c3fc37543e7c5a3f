import { useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { toast } from '#app/components/toast.tsx';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { getInitials } from '#app/lib/session/initials.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { MAX_NAME_LENGTH } from '#domain/account.ts';

import { SettingsSection } from './settings-section.tsx';
import type { SectionProps } from './use-account.ts';

export function ProfileSection({ account, refresh }: SectionProps) {
  const [editedName, setEditedName] = useState<string | null>(null);
  const { busy, error, clear, run } = useFormAction();
  const name = editedName ?? account.name;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const data = { name: name.trim() };
    if (!(await run(() => unwrapAuthResponse(authClient().updateUser({ data }))))) return;
    toast({ title: 'Name saved' });
    setEditedName(data.name);
    refresh();
  };
  return (
    <SettingsSection id="profile">
      <form className="sheet profile-form" noValidate onSubmit={(event) => void save(event)}>
        <span className="avatar" aria-hidden="true">
          {getInitials(name, account.email)}
        </span>
        <TextField
          label="Your name"
          hint="Only you see it. Buyers see your business name at Stripe."
          value={name}
          error={error}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="name"
          autoCapitalize="words"
          dir="auto"
          onValueChange={(text) => {
            clear();
            setEditedName(text);
          }}
        />
        <Button type="submit" busyLabel={busy && 'Saving...'} disabled={name.trim() === account.name && !busy}>
          Save
        </Button>
      </form>
    </SettingsSection>
  );
}
