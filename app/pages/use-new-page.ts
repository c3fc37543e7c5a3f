import { useState } from 'react';
import { useNavigate } from 'react-router';

import { call } from '#app/session/call.ts';
import { uploadPicture } from '#app/session/upload-picture.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import type { PageTemplate } from '#content/templates.ts';

/** Creates a draft from a template, with its picture uploaded as the seller's own image. */
async function draftFrom({ config, picture }: PageTemplate): Promise<string> {
  const productImage = await uploadPicture(picture);
  const { pageId } = await call('save-draft', { config: { ...config, productImage } });
  return pageId;
}

/** Creates a draft from a template and opens it, one at a time. */
export function useNewPage() {
  const [busy, setBusy] = useState<string | null>(null);
  const navigate = useNavigate();
  const failToast = useFailToast();
  async function make(template: PageTemplate): Promise<void> {
    setBusy(template.id);
    try {
      await navigate(`/builder?page=${await draftFrom(template)}`);
    } catch (error) {
      failToast(error, 'Page not created');
    } finally {
      setBusy(null);
    }
  }
  return { busy, choose: (template: PageTemplate) => void (busy === null && make(template)) };
}
