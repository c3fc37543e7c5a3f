import { useState } from 'react';

import { AlertDialog, FormDialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { getPageName, normalizePageName, validatePageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { DELETE, createRenameAction, UNPUBLISH, type PageAction } from './page-actions.ts';
import { getPublicUrl, isOnSale } from './page-display.ts';
import type { PageDialogName } from './page-row.tsx';

type RenameDialogProps = { page: PageSummary; busy: boolean; onRename: (name: string) => void; onClose: () => void };

/** Changes the seller's name for a page. An empty name restores the product name. */
function RenameDialog({ page, busy, onRename, onClose }: RenameDialogProps) {
  const [name, setName] = useState(page.name);
  const [showError, setShowError] = useState(false);
  const newName = normalizePageName(name);
  const error = validatePageName(newName);
  const submit = () => {
    setShowError(true);
    if (error) return;
    if (newName === page.name) onClose();
    else onRename(newName ?? '');
  };
  return (
    <FormDialog
      className="dlg rename-dialog"
      title="Rename the page"
      submitLabel="Rename"
      busyLabel={busy && 'Renaming...'}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

/** A name inside a sentence; `bdi` isolates right-to-left names. */
const Quoted = ({ name }: { name: string }) => (
  <>
    “<bdi>{name}</bdi>”
  </>
);

function PageUrl({ url }: { url: string }) {
  return <span className="receipt-text page-dialog__url">{url.replace(/^https?:\/\//, '')}</span>;
}

function UnpublishDescription({ url }: { url: string | null }) {
  return (
    <>
      <p>
        Whoever opens {url ? <PageUrl url={url} /> : 'its address'} reads that the page is not on sale at the moment. A
        payment that has begun can still be finished.
      </p>
      <p>Nothing is lost: publish it again and it sells at the same address.</p>
    </>
  );
}

function DeleteDescription({ page }: { page: PageSummary }) {
  const url = getPublicUrl(page);
  return (
    <>
      <p>
        The page, its draft and all of its versions go for good.{' '}
        {isOnSale(page) && url && (
          <>
            It is on sale now: <PageUrl url={url} /> will lead nowhere.
          </>
        )}
      </p>
      <p>
        {page.sales.count > 0 ? 'Its orders stay in your list. ' : ''}To keep a copy, export its file first, or archive
        it instead.
      </p>
    </>
  );
}

type Props = {
  page: PageSummary;
  dialog: PageDialogName;
  isBusy: boolean;
  onAction: (action: PageAction) => void;
  onClose: () => void;
};

export function PageDialogs({ page, dialog, isBusy, onAction, onClose }: Props) {
  const name = <Quoted name={getPageName(page)} />;
  if (dialog === 'rename')
    return (
      <RenameDialog
        page={page}
        busy={isBusy}
        onRename={(newName) => onAction(createRenameAction(newName))}
        onClose={onClose}
      />
    );
  if (dialog === 'unpublish')
    return (
      <AlertDialog
        title={<>Unpublish {name}?</>}
        description={<UnpublishDescription url={getPublicUrl(page)} />}
        cancelLabel="Keep selling"
        confirmLabel="Unpublish"
        variant="primary"
        busyLabel={isBusy && 'Unpublishing...'}
        onConfirm={() => onAction(UNPUBLISH)}
        onClose={onClose}
      />
    );
  return (
    <AlertDialog
      title={<>Delete {name}?</>}
      description={<DeleteDescription page={page} />}
      cancelLabel="Keep the page"
      confirmLabel="Delete page"
      busyLabel={isBusy && 'Deleting...'}
      onConfirm={() => onAction(DELETE)}
      onClose={onClose}
    />
  );
}
