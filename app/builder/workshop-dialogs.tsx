import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { toast } from '#app/ui/toast.tsx';

import { LeaveDialog } from './leave-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { TemplateDialog, type TemplateGallery } from './template-dialog.tsx';
import type { useLeave } from './use-leave.ts';
import type { PageDesk } from './use-page-desk.ts';
import type { WorkshopView } from './use-workshop-view.ts';
import { VersionsDrawer } from './versions-drawer.tsx';

type Props = Pick<PageDesk, 'config' | 'publication' | 'dispatch' | 'pageId'> & {
  Gallery: TemplateGallery;
  view: WorkshopView;
  leaving: ReturnType<typeof useLeave>;
  sellerName: string | null;
};

/** All dialogs of the builder; one is open at a time. */
export function WorkshopDialogs(props: Props) {
  const { config, publication, dispatch, pageId, view, leaving, sellerName, Gallery } = props;
  const { question, publish, close, version } = publication;
  const { held, setHeld, singles, setSinglesOff } = view;
  const drop = () => setHeld(null);
  const restore = (config: CheckoutPageConfig, number: number) => {
    dispatch({ type: 'replace', config });
    drop();
    toast({
      title: `Version ${number} is in your draft`,
      message: 'Undo takes it back. Buyers see nothing of it before you publish.',
    });
  };
  if (leaving.asking) return <LeaveDialog onStay={leaving.stay} onLeave={leaving.leave} />;
  if (question) return <PublishDialog {...question} onPublish={publish} onClose={close} />;
  if (held === 'templates') return <TemplateDialog {...{ config, dispatch, Gallery }} onClose={drop} />;
  if (held === 'versions')
    return <VersionsDrawer {...{ pageId, sellerName }} live={version} onRestore={restore} onClose={drop} />;
  if (held === 'shortcuts')
    return <ShortcutsDialog singles={singles} onSingles={(on) => setSinglesOff(!on)} onClose={drop} />;
  return null;
}
