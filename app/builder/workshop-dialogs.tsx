import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { toast } from '#app/ui/toast.tsx';

import { UnsavedChangesDialog } from './leave-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { TemplateDialog, type TemplateGallery } from './template-dialog.tsx';
import type { useUnsavedChangesGuard } from './use-leave.ts';
import type { BuilderStore } from './use-page-desk.ts';
import type { BuilderView } from './use-workshop-view.ts';
import { VersionsDrawer } from './versions-drawer.tsx';

type BuilderDialogsProps = Pick<BuilderStore, 'config' | 'publication' | 'dispatch' | 'pageId'> & {
  Gallery: TemplateGallery;
  view: BuilderView;
  leaveGuard: ReturnType<typeof useUnsavedChangesGuard>;
  sellerName: string | null;
};

/** All dialogs of the builder; one is open at a time. */
export function BuilderDialogs(props: BuilderDialogsProps) {
  const { config, publication, dispatch, pageId, view, leaveGuard, sellerName, Gallery } = props;
  const { confirmation, publish, close, version } = publication;
  const { openDialog, setOpenDialog, singleKeysEnabled, setSingleKeysDisabled } = view;
  const closeDialog = () => setOpenDialog(null);
  const restore = (config: CheckoutPageConfig, number: number) => {
    dispatch({ type: 'replace', config });
    closeDialog();
    toast({
      title: `Version ${number} is in your draft`,
      message: 'Undo takes it back. Buyers see nothing of it before you publish.',
    });
  };
  if (leaveGuard.isPrompting) return <UnsavedChangesDialog onStay={leaveGuard.stay} onLeave={leaveGuard.leave} />;
  if (confirmation) return <PublishDialog {...confirmation} onPublish={publish} onClose={close} />;
  if (openDialog === 'templates') return <TemplateDialog {...{ config, dispatch, Gallery }} onClose={closeDialog} />;
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
