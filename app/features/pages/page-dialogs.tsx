import { useState } from 'react';

import { AlertDialog, FormDialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { pageDialogMessages } from '#content/messages/page-dialogs.ts';
import { getPageName, normalizePageName, validatePageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { DELETE, createRenameAction, UNPUBLISH, type PageAction } from './page-actions.ts';
import { getPublicUrl, isOnSale } from './page-display.ts';
import type { PageDialogName } from './page-row.tsx';

const { renameDialog, unpublishDialog, deleteDialog } = pageDialogMessages;

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
      title={renameDialog.title}
      submitLabel={renameDialog.submit}
      busyLabel={busy && renameDialog.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={renameDialog.name} hint={renameDialog.hint} error={showError ? error : null}>
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

function PageUrl({ url }: { url: string }) {
  return <span className="receipt-text page-dialog__url">{url.replace(/^https?:\/\//, '')}</span>;
}

function UnpublishDescription({ url }: { url: string | null }) {
  return (
    <>
      <p>
        {url ? (
          <RichText text={unpublishDialog.visitors} tags={{ url: () => <PageUrl url={url} /> }} />
        ) : (
          unpublishDialog.visitorsWithoutUrl
        )}
      </p>
      <p>{unpublishDialog.republish}</p>
    </>
  );
}

function DeleteDescription({ page }: { page: PageSummary }) {
  const url = getPublicUrl(page);
  return (
    <>
      <p>
        {isOnSale(page) && url ? (
          <RichText text={deleteDialog.liveDescription} tags={{ url: () => <PageUrl url={url} /> }} />
        ) : (
          deleteDialog.description
        )}
      </p>
      <p>{page.sales.count > 0 ? deleteDialog.alternativeWithOrders : deleteDialog.alternative}</p>
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
  const tags = { page: () => <bdi>{getPageName(page)}</bdi> };
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
        title={<RichText text={unpublishDialog.title} tags={tags} />}
        description={<UnpublishDescription url={getPublicUrl(page)} />}
        cancelLabel={unpublishDialog.cancel}
        confirmLabel={unpublishDialog.confirm}
        variant="primary"
        busyLabel={isBusy && unpublishDialog.busy}
        onConfirm={() => onAction(UNPUBLISH)}
        onClose={onClose}
      />
    );
  return (
    <AlertDialog
      title={<RichText text={deleteDialog.title} tags={tags} />}
      description={<DeleteDescription page={page} />}
      cancelLabel={deleteDialog.cancel}
      confirmLabel={deleteDialog.confirm}
      busyLabel={isBusy && deleteDialog.busy}
      onConfirm={() => onAction(DELETE)}
      onClose={onClose}
    />
  );
}
