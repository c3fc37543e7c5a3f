import { PackageOpen, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';

import { Dialog } from '#app/components/dialog.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { uploadStockImage } from '#app/lib/upload-stock-image.ts';
import type { PageTemplate } from '#content/templates.ts';

import { TemplateGallery } from './template-gallery.tsx';

/** Creates a draft from a template, with its picture uploaded as the seller's own image. */
async function createDraft({ config, picture }: PageTemplate): Promise<string> {
  const productImage = await uploadStockImage(picture);
  const { pageId } = await callRpc('save-draft', { config: { ...config, productImage } });
  return pageId;
}

/** Creates a draft from a template and opens it, one at a time. */
function useNewPage() {
  const navigate = useNavigate();
  const { run, input } = useAction(
    async (template: PageTemplate) => navigate(`/builder?page=${await createDraft(template)}`),
    { failureTitle: 'Page not created' },
  );
  return { busyTemplateId: input?.id ?? null, onSelect: (template: PageTemplate) => void run(template) };
}

function ImportCard() {
  return (
    <Link className="tpl" to="/pages/import">
      <span className="template-card__placeholder">
        <PackageOpen className="i" aria-hidden="true" />
      </span>
      <span className="template-card__text">
        <span className="template-card__name">From Stripe or Gumroad</span>
        <span className="template-card__description">
          Bring along what you sell there: each product becomes a draft.
        </span>
      </span>
    </Link>
  );
}

function EmptyCard() {
  return (
    <Link className="tpl" to="/builder">
      <span className="template-card__placeholder">
        <Plus className="i" aria-hidden="true" />
      </span>
      <span className="template-card__text">
        <span className="template-card__name">Empty page</span>
        <span className="template-card__description">Start with nothing but a name and a price.</span>
      </span>
    </Link>
  );
}

/** Starting points of a new page: empty, import or a template. Selecting one opens the builder. */
export const StartingPointGallery = () => (
  <TemplateGallery
    {...useNewPage()}
    busyLabel="Making the page..."
    leadingCards={[<EmptyCard key="empty" />, <ImportCard key="import" />]}
  />
);

/** Dialog with the starting points of a new page. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="What does the new page begin with?" className="dlg wide" onClose={onClose} initialFocus=".tpl">
      <p className="muted">
        A template brings copy, a picture and colors of its own. Everything in it can be changed, and nothing is public
        until you publish.
      </p>
      <StartingPointGallery />
    </Dialog>
  );
}
