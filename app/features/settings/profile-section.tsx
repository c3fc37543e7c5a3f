import { useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { getInitials } from '#app/lib/session/initials.ts';
import { callAuth } from '#app/lib/session/session.ts';
import { settingsMessages } from '#content/messages/settings.ts';
import { MAX_NAME_LENGTH } from '#domain/account.ts';

import { SettingsSection } from './settings-section.tsx';
import { useAccountAction, type SectionProps } from './use-account.ts';

const messages = settingsMessages.profile;

export function ProfileSection({ account }: SectionProps) {
  const [editedName, setEditedName] = useState<string | null>(null);
  const name = editedName ?? account.name;
  const { busy, error, clear, run } = useAccountAction(
    (data: { name: string }) => callAuth((auth) => auth.updateUser({ data })),
    { success: { title: messages.saved }, onSuccess: (_, data) => setEditedName(data.name) },
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run({ name: name.trim() });
  };
  return (
    <SettingsSection id="profile">
      <form className="sheet profile-form" noValidate onInput={clear} onSubmit={save}>
        <span className="avatar" aria-hidden="true">
          {getInitials(name, account.email)}
        </span>
        <TextField
          label={messages.nameLabel}
          hint={messages.nameHint}
          value={name}
          error={error}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="name"
          autoCapitalize="words"
          dir="auto"
          onValueChange={setEditedName}
        />
        <Button type="submit" busyLabel={busy && messages.saving} disabled={name.trim() === account.name && !busy}>
          {messages.save}
        </Button>
      </form>
    </SettingsSection>
  );
}
