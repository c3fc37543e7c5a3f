import { useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { normalizePageName, validatePageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

type Props = { page: PageSummary; busy: boolean; onRename: (name: string) => void; onClose: () => void };

/** Changes the seller's name for a page. An empty name restores the product name. */
export function RenameDialog({ page, busy, onRename, onClose }: Props) {
  const [name, setName] = useState(page.name);
  const [showError, setShowError] = useState(false);
  const newName = normalizePageName(name);
  const error = validatePageName(newName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowError(true);
    if (busy || error) return;
    if (newName === page.name) onClose();
    else onRename(newName ?? '');
  };
  return (
    <Dialog title="Rename the page" onClose={onClose} initialFocus="input">
      <form className="page-form" onSubmit={submit} noValidate>
        <Field
          label="Name"
          hint="Only you see it; buyers read the product name. Empty brings the product name back."
          error={showError ? error : null}
        >
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="in"
              value={name}
              dir="auto"
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
              onBlur={() => setShowError(true)}
            />
          )}
        </Field>
        <div className="dlg-keys">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busyLabel={busy && 'Renaming...'}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
