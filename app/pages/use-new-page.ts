import { useState } from 'react';
import { useNavigate } from 'react-router';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import type { PageTemplate } from '#content/templates.ts';

async function dataUrlOf(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No picture at ${address}`);
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('unreadable'));
    reader.onerror = () => reject(new Error('unreadable'));
    reader.readAsDataURL(blob);
  });
}

/** The template's draft, with its picture as an image of the seller's own. */
async function draftFrom({ config, picture }: PageTemplate): Promise<string> {
  const image = await dataUrlOf(picture);
  const { url } = await call('upload-image', { image, use: 'product' });
  const { pageId } = await call('save-draft', { config: { ...config, productImage: url } });
  return pageId;
}

export type NewPage = { busy: string | null; choose: (template: PageTemplate) => void };

/** Makes a draft out of a template and opens it. One at a time. */
export function useNewPage(): NewPage {
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
  return { busy, choose: (template) => void (busy === null && make(template)) };
}
