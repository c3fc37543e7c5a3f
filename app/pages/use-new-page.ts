import { useState } from 'react';
import { useNavigate } from 'react-router';

import { callRpc } from '#app/session/call.ts';
import { uploadStockImage } from '#app/session/upload-picture.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import type { PageTemplate } from '#content/templates.ts';

/** Creates a draft from a template, with its picture uploaded as the seller's own image. */
async function createDraft({ config, picture }: PageTemplate): Promise<string> {
  const productImage = await uploadStockImage(picture);
  const { pageId } = await callRpc('save-draft', { config: { ...config, productImage } });
  return pageId;
}

/** Creates a draft from a template and opens it, one at a time. */
export function useNewPage() {
  const [busyTemplateId, setBusyTemplateId] = useState<string | null>(null);
  const navigate = useNavigate();
  const showErrorToast = useErrorToast();
  async function createPage(template: PageTemplate): Promise<void> {
    setBusyTemplateId(template.id);
    try {
      await navigate(`/builder?page=${await createDraft(template)}`);
    } catch (error) {
      showErrorToast(error, 'Page not created');
    } finally {
      setBusyTemplateId(null);
    }
  }
  return {
    busyTemplateId,
    onSelect: (template: PageTemplate) => void (busyTemplateId === null && createPage(template)),
  };
}
