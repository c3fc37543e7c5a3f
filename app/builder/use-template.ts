import { useEffect, useRef, useState } from 'react';

import { likeliestTemplate } from '#content/template-switch.ts';
import type { PageTemplate } from '#content/templates.ts';

import { uploadPicture } from '#app/session/upload-picture.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { PageDesk } from './use-page-desk.ts';

/** Uploads the image of the template that the page probably uses now, so that it can be recognized and replaced. */
async function formerPicture(config: PageDesk['config']): Promise<string | null> {
  const former = config.productImage === null ? null : likeliestTemplate(config);
  return former && uploadPicture(former.picture);
}

/** Applies a template below the seller's own input as one undo step. Nothing is applied after the dialog was closed. */
export function useTemplate({ config, dispatch }: Pick<PageDesk, 'config' | 'dispatch'>, onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const open = useRef(false);
  const failToast = useFailToast();
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  async function apply(template: PageTemplate): Promise<void> {
    setBusy(template.id);
    try {
      const former = await formerPicture(config);
      const picture = await uploadPicture(template.picture);
      if (!open.current) return;
      dispatch({ type: 'template', template, picture, former });
      toast({ title: 'Template applied', message: 'What you typed stays. Undo brings the rest back.' });
      onDone();
    } catch (error) {
      if (open.current) failToast(error, 'Template not applied');
    } finally {
      setBusy(null);
    }
  }
  return { busy, choose: (template: PageTemplate) => void (busy === null && apply(template)) };
}
