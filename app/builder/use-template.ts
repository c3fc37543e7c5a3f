import { useEffect, useRef, useState } from 'react';

import { findLikelyTemplate } from '#content/template-switch.ts';
import type { PageTemplate } from '#content/templates.ts';

import { uploadStockImage } from '#app/session/upload-picture.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { BuilderStore } from './use-page-desk.ts';

/** Uploads the image of the template that the page probably uses now, so that it can be recognized and replaced. */
async function uploadFormerPicture(config: BuilderStore['config']): Promise<string | null> {
  const formerTemplate = config.productImage === null ? null : findLikelyTemplate(config);
  return formerTemplate && uploadStockImage(formerTemplate.picture);
}

/** Applies a template below the seller's own input as one undo step. Nothing is applied after the dialog was closed. */
export function useTemplate({ config, dispatch }: Pick<BuilderStore, 'config' | 'dispatch'>, onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const isMounted = useRef(false);
  const failToast = useErrorToast();
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
      if (isMounted.current) failToast(error, 'Template not applied');
    } finally {
      setBusy(null);
    }
  }
  return { busy, choose: (template: PageTemplate) => void (busy === null && apply(template)) };
}
