import { Fragment } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog, Dialog } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { getModifierKey } from '#app/components/utils/modifier-key.ts';
import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { BuilderView } from './builder-layout.tsx';
import { runAfterDialog } from './fields/use-field-navigation.ts';
import type { PublishDecision } from './publish/use-publish.ts';
import { listShortcuts } from './shortcuts.ts';
import { useBuilder } from './state/builder-context.ts';
import type { LeaveReason, useUnsavedChangesGuard } from './state/use-unsaved-changes-guard.ts';
import type { TemplateGallery } from './template-dialog.tsx';
import type { BuilderStore } from './use-builder-store.ts';

const messages = builderMessages;
const confirmationMessages = builderPublishMessages.confirmation;

const TemplateDialog = loadOnDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog);
const VersionsDrawer = loadOnDemand(async () => (await import('./versions-drawer.tsx')).VersionsDrawer);

type PublishDialogProps = Pick<Extract<PublishDecision, { kind: 'ask' }>, 'title' | 'changes' | 'consequences'> & {
  onPublish: () => void;
  onClose: () => void;
};

/** Asks for confirmation before buyers see a change; lists the changes and their consequences. */
const PublishDialog = ({ title, changes, consequences, onPublish, onClose }: PublishDialogProps) => (
  <Dialog title={title} onClose={onClose} initialFocus=".b-go">
    {changes.length > 0 && (
      <ul className="publish-dialog__changes receipt-text" aria-label={confirmationMessages.changesLabel}>
        {changes.map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
    )}
    <div className="small muted publish-dialog__consequences">
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
    <div className="dialog__actions">
      <Button onClick={onClose}>{confirmationMessages.cancel}</Button>
      <Button variant="primary" className="b-go" onClick={onPublish}>
        {confirmationMessages.publish}
      </Button>
    </div>
  </Dialog>
);

type ShortcutsDialogProps = {
  singleKeysEnabled: boolean;
  onSingleKeysChange: (on: boolean) => void;
  onClose: () => void;
};

/** Lists the keyboard shortcuts and toggles single-key shortcuts. */
const ShortcutsDialog = ({ singleKeysEnabled, onSingleKeysChange, onClose }: ShortcutsDialogProps) => (
  <Dialog title={messages.shortcuts.title} onClose={onClose} initialFocus=".dialog__close">
    <dl className="shortcuts-dialog__list small">
      {listShortcuts(getModifierKey()).map(({ keys, description }) => (
        <div key={`${description} ${keys.join(' ')}`}>
          <dt>{description}</dt>
          <dd>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="vh">{messages.shortcuts.keySeparator}</span>}
                <kbd className="kbd">{key}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
    <label className="checkrow">
      <input
        type="checkbox"
        checked={singleKeysEnabled}
        onChange={(event) => onSingleKeysChange(event.target.checked)}
      />
      <span>{messages.shortcuts.enableSingleKeys}</span>
    </label>
  </Dialog>
);

type LeaveDialogProps = Omit<ReturnType<typeof useUnsavedChangesGuard>, 'reason'> & {
  reason: LeaveReason;
  focusField: (field: string) => void;
};

/** Shown if text is not added to the page, if the draft could not be saved in time, or while files are uploading. */
function LeaveDialog({ reason, pendingField, stay, leave, focusField }: LeaveDialogProps) {
  const { cancel, leave: leaveLabel, reasons } = messages.leaveDialog;
  const close = () => {
    stay();
    if (pendingField !== null) runAfterDialog(() => focusField(pendingField));
  };
  return (
    <AlertDialog
      {...reasons[reason]}
      cancelLabel={cancel}
      confirmLabel={leaveLabel}
      onConfirm={leave}
      onClose={close}
    />
  );
}

type BuilderDialogsProps = Pick<BuilderStore, 'publication' | 'pageId'> & {
  Gallery: TemplateGallery;
  view: BuilderView;
  leaveGuard: ReturnType<typeof useUnsavedChangesGuard>;
  sellerName: string | null;
};

/** All dialogs of the builder; one is open at a time. */
export function BuilderDialogs(props: BuilderDialogsProps) {
  const { publication, pageId, view, leaveGuard, sellerName, Gallery } = props;
  const { patch, focusField } = useBuilder();
  const { confirmation, publish, close, version } = publication;
  const { openDialog, setOpenDialog, singleKeysEnabled, setSingleKeysDisabled } = view;
  const closeDialog = () => setOpenDialog(null);
  const restore = (config: CheckoutPageConfig, number: number) => {
    patch(config);
    closeDialog();
    toast(messages.versions.restored({ number }));
  };
  const { reason } = leaveGuard;
  if (reason) return <LeaveDialog {...{ ...leaveGuard, reason, focusField }} />;
  if (confirmation) return <PublishDialog {...confirmation} onPublish={publish} onClose={close} />;
  if (openDialog === 'templates') return <TemplateDialog Gallery={Gallery} onClose={closeDialog} />;
  if (openDialog === 'versions')
    return (
      <VersionsDrawer {...{ pageId, sellerName }} liveVersion={version} onRestore={restore} onClose={closeDialog} />
    );
  if (openDialog === 'shortcuts')
    return (
      <ShortcutsDialog
        singleKeysEnabled={singleKeysEnabled}
        onSingleKeysChange={(enabled) => setSingleKeysDisabled(!enabled)}
        onClose={closeDialog}
      />
    );
  return null;
}
