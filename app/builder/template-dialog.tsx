import type { ComponentType } from 'react';

import type { PageTemplate } from '#content/templates.ts';

import { Dialog } from '#app/ui/dialog.tsx';

import type { BuilderStore } from './use-page-desk.ts';
import { useTemplate } from './use-template.ts';

/** Component that lists the templates; `busy` is the id of the template being applied, `doing` the label of that work. */
export type TemplateGallery = ComponentType<{
  busy: string | null;
  doing: string;
  choose: (template: PageTemplate) => void;
}>;

type Props = Pick<BuilderStore, 'config' | 'dispatch'> & { Gallery: TemplateGallery; onClose: () => void };

/** Applies another template to the open page. */
export function TemplateDialog({ config, dispatch, Gallery, onClose }: Props) {
  const { busy, choose } = useTemplate({ config, dispatch }, onClose);
  return (
    <Dialog title="Use a template" className="dlg wide" onClose={onClose} initialFocus=".tpl">
      <p className="muted">
        What you typed stays: your words, your price and your own picture. Everything else becomes the
        template’s, and nothing is public until you publish.
      </p>
      <Gallery busy={busy} doing="Applying it..." choose={choose} />
    </Dialog>
  );
}
