import { useState, type FormEvent } from 'react';

import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';
import type { PageSummary } from '#domain/calls.ts';
import { pageNameFrom, pageNameProblem } from '#domain/page-name.ts';

type Props = { page: PageSummary; busy: boolean; onRename: (name: string) => void; onClose: () => void };

/** Changes the seller's name for a page. An empty name restores the product name. */
export function RenameDialog({ page, busy, onRename, onClose }: Props) {
  const [name, setName] = useState(page.name);
  const [shown, setShown] = useState(false);
  const wanted = pageNameFrom(name);
  const problem = pageNameProblem(wanted);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (busy || problem) return;
    if (wanted === page.name) onClose();
    else onRename(wanted ?? '');
  };
  return (
    <Dialog title="Rename the page" onClose={onClose} focusFirst="input">
      <form className="page-form" onSubmit={submit} noValidate>
        <Field
          label="Name"
          hint="Only you see it; buyers read the product name. Empty brings the product name back."
          error={shown ? problem : null}
        >
          {(wiring) => (
            <input
              {...wiring}
              className="in"
              value={name}
              dir="auto"
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
              onBlur={() => setShown(true)}
            />
          )}
        </Field>
        <div className="dlg-keys">
          <Key onClick={onClose}>Cancel</Key>
          <Key type="submit" kind="primary" busy={busy && 'Renaming...'}>
            Rename
          </Key>
        </div>
      </form>
    </Dialog>
  );
}
