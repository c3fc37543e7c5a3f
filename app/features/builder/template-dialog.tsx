import { type ComponentType, useEffect, useRef, useState } from 'react';

import { Dialog } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { showErrorToast } from '#app/lib/error-message.ts';
import { uploadStockImage } from '#app/lib/upload-stock-image.ts';
import { findLikelyTemplate } from '#content/apply-template.ts';
import type { PageTemplate } from '#content/templates.ts';

import type { BuilderStore } from './use-builder-store.ts';

/** Uploads the image of the template that the page probably uses now, so that it can be recognized and replaced. */
async function uploadFormerPicture(config: BuilderStore['config']): Promise<string | null> {
  const formerTemplate = config.productImage === null ? null : findLikelyTemplate(config);
  return formerTemplate && uploadStockImage(formerTemplate.picture);
}

/** Applies a template below the seller's own input as one undo step. Nothing is applied after the dialog was closed. */
function useTemplate({ config, dispatch }: Pick<BuilderStore, 'config' | 'dispatch'>, onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  async function apply(template: PageTemplate): Promise<void> {
    setBusy(template.id);
    try {
      const formerPictureUrl = await uploadFormerPicture(config);
      const pictureUrl = await uploadStockImage(template.picture);
      if (!isMounted.current) return;
      dispatch({ type: 'template', template, pictureUrl, formerPictureUrl });
      toast({ title: 'Template applied', message: 'What you typed stays. Undo brings the rest back.' });
      onDone();
    } catch (error) {
      if (isMounted.current) showErrorToast(error, 'Template not applied');
    } finally {
      setBusy(null);
    }
  }
  return { busy, choose: (template: PageTemplate) => void (busy === null && apply(template)) };
}

/** Component that lists the templates; `busyTemplateId` is the template being applied, `busyLabel` the label of that operation. */
export type TemplateGallery = ComponentType<{
  busyTemplateId: string | null;
  busyLabel: string;
  onSelect: (template: PageTemplate) => void;
}>;

type Props = Pick<BuilderStore, 'config' | 'dispatch'> & { Gallery: TemplateGallery; onClose: () => void };

/** Applies another template to the open page. */
export function TemplateDialog({ config, dispatch, Gallery, onClose }: Props) {
  const { busy, choose } = useTemplate({ config, dispatch }, onClose);
  return (
    <Dialog title="Use a template" className="dlg wide" onClose={onClose} initialFocus=".tpl">
      <p className="muted">
        What you typed stays: your words, your price and your own picture. Everything else becomes the template’s, and
        nothing is public until you publish.
      </p>
      <Gallery busyTemplateId={busy} busyLabel="Applying it..." onSelect={choose} />
    </Dialog>
  );
}
