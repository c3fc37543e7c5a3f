import { PackageOpen, Plus } from 'lucide-react';
import { Link } from 'react-router';

import { TemplateGallery } from './template-gallery.tsx';
import { useNewPage } from './use-new-page.ts';

function ImportCard() {
  return (
    <Link className="tpl" to="/pages/import">
      <span className="tpl-blank">
        <PackageOpen className="i" aria-hidden="true" />
      </span>
      <span className="tpl-words">
        <span className="tpl-name">From Stripe or Gumroad</span>
        <span className="tpl-about">Bring along what you sell there: each product becomes a draft.</span>
      </span>
    </Link>
  );
}

function EmptyCard() {
  return (
    <Link className="tpl" to="/builder">
      <span className="tpl-blank">
        <Plus className="i" aria-hidden="true" />
      </span>
      <span className="tpl-words">
        <span className="tpl-name">Empty page</span>
        <span className="tpl-about">Start with nothing but a name and a price.</span>
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
