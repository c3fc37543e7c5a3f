import { CircleAlert } from 'lucide-react';
import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { ConfirmationLinkButton } from '#app/session/confirmation-link.tsx';
import { TypedField } from '#app/session/typed-field.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';
import { Field } from '#app/ui/field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import type { ApiScope } from '#domain/api-key.ts';

import { KEY_LIVES, READING } from './scope-choice.ts';
import { ScopeFields } from './scope-fields.tsx';
import { ShownKeyDialog } from './shown-key-dialog.tsx';

const forever = String(null);

/** Creates an API key after step-up authentication and shows it. */
export function NewKeyDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(READING);
  const [life, setLife] = useState(String(KEY_LIVES[1]?.days ?? null));
  const [tried, setTried] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, problem, code, run } = useFieldAct();
  const nameProblem = tried && !name.trim() ? 'Give it a name, so that you know it again.' : null;
  const scopeProblem = tried && scopes.length === 0 ? 'Choose one thing at least that it may do.' : null;
  const make = async () => {
    setTried(true);
    if (!name.trim() || scopes.length === 0) return;
    const days = life === forever ? {} : { days: Number(life) };
    const made = await run(async () => {
      const answer = await call('create-api-key', { name: name.trim(), scopes: [...scopes], ...days });
      setSecret(answer.secret);
    });
    if (made) onMade();
  };
  if (secret !== null) return <ShownKeyDialog name={name.trim()} secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      className="dlg hook-dlg"
      title="Make a key"
      act="Make the key"
      busy={busy && 'Making...'}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TypedField
        label="Name"
        placeholder="Nightly export"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={80}
        dir="auto"
        value={name}
        onType={setName}
        error={nameProblem}
      />
      <ScopeFields scopes={scopes} onChange={setScopes} problem={scopeProblem} />
      <Field label="It ends after" hint="A key that ends by itself is one that nobody can find years later.">
        {(wiring) => (
          <select {...wiring} className="in" value={life} onChange={({ target }) => setLife(target.value)}>
            {KEY_LIVES.map(({ days, label }) => (
              <option key={label} value={String(days)}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {problem && (
        <p className="err" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}
