import { CircleAlert } from 'lucide-react';
import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { ConfirmationLinkButton } from '#app/session/confirmation-link.tsx';
import { TextField } from '#app/session/typed-field.tsx';
import { useReauthFormAction } from '#app/session/use-field-act.ts';
import { Field } from '#app/ui/field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import type { ApiScope } from '#domain/api-key.ts';

import { KEY_LIFETIMES, READ_SCOPES } from './scope-choice.ts';
import { ScopeFields } from './scope-fields.tsx';
import { CreatedKeyDialog } from './shown-key-dialog.tsx';

const NO_EXPIRY = String(null);

/** Creates an API key after step-up authentication and shows it. */
export function CreateApiKeyDialog({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(READ_SCOPES);
  const [lifetime, setLifetime] = useState(String(KEY_LIFETIMES[1]?.days ?? null));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, code, run } = useReauthFormAction();
  const nameError = wasSubmitted && !name.trim() ? 'Give it a name, so that you know it again.' : null;
  const scopeError = wasSubmitted && scopes.length === 0 ? 'Choose one thing at least that it may do.' : null;
  const createKey = async () => {
    setWasSubmitted(true);
    if (!name.trim() || scopes.length === 0) return;
    const days = lifetime === NO_EXPIRY ? {} : { days: Number(lifetime) };
    const wasCreated = await run(async () => {
      const response = await callRpc('create-api-key', { name: name.trim(), scopes: [...scopes], ...days });
      setSecret(response.secret);
    });
    if (wasCreated) onCreated();
  };
  if (secret !== null) return <CreatedKeyDialog name={name.trim()} secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      className="dlg hook-dlg"
      title="Make a key"
      submitLabel="Make the key"
      busyLabel={busy && 'Making...'}
      onSubmit={() => void createKey()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="Nightly export"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={80}
        dir="auto"
        value={name}
        onValueChange={setName}
        error={nameError}
      />
      <ScopeFields scopes={scopes} onChange={setScopes} error={scopeError} />
      <Field label="It ends after" hint="A key that ends by itself is one that nobody can find years later.">
        {(fieldProps) => (
          <select {...fieldProps} className="in" value={lifetime} onChange={({ target }) => setLifetime(target.value)}>
            {KEY_LIFETIMES.map(({ days, label }) => (
              <option key={label} value={String(days)}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {error && (
        <p className="err" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}
