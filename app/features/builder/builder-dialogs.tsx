import { AlertDialog } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { BuilderView } from './builder-layout.tsx';
import { runAfterDialog } from './fields/use-field-navigation.ts';
import { lazyForm } from './sections/lazy-form.ts';
import { useBuilder } from './state/builder-context.ts';
import type { LeaveReason, useUnsavedChangesGuard } from './state/use-unsaved-changes-guard.ts';
import type { TemplateGallery } from './template-dialog.tsx';
import type { BuilderStore } from './use-builder-store.ts';

const messages = builderMessages;

const PublishDialog = loadOnDemand(async () => (await lazyForm.load()).PublishDialog);
const ShortcutsDialog = loadOnDemand(async () => (await lazyForm.load()).ShortcutsDialog);
const TemplateDialog = loadOnDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog);
const VersionsDrawer = loadOnDemand(async () => (await import('./versions-drawer.tsx')).VersionsDrawer);

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
