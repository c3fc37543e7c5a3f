import type { ComponentType } from 'react';

import type { PageTemplate } from '#content/templates.ts';

import { Dialog } from '#app/ui/dialog.tsx';

import type { BuilderStore } from './use-page-desk.ts';
import { useTemplate } from './use-template.ts';

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
