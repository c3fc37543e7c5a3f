import { LoaderCircle, Plus } from 'lucide-react';
import { Link } from 'react-router';

import { PAGE_TEMPLATES, type PageTemplate } from '#content/templates.ts';

import { PageThumb } from './page-thumb.tsx';
import { useNewPage, type NewPage } from './use-new-page.ts';

const LAYOUTS = { classic: 'Classic', modern: 'Modern', minimal: 'Minimal' } as const;

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

function TemplateCard({ template, busy, choose }: { template: PageTemplate } & NewPage) {
  const { id, name, about, config, picture } = template;
  const making = busy === id;
  return (
    <button
      type="button"
      className="tpl"
      aria-busy={making || undefined}
      aria-disabled={(busy !== null && !making) || undefined}
      onClick={() => choose(template)}
    >
      <PageThumb layout={config.layout} accentColor={config.accentColor} productImage={picture} />
      <span className="tpl-words">
        <span className="tpl-name">{name}</span>
        <span className="tpl-about">{about}</span>
        <span className="tpl-layout">
          {making ? (
            <>
              <LoaderCircle className="i" aria-hidden="true" /> Making the page...
            </>
          ) : (
            <>{LAYOUTS[config.layout]} layout</>
          )}
        </span>
      </span>
    </button>
  );
}

/** Beginnings: nothing at all, or a page with everything in place. Choosing one opens it in the builder. */
export function TemplateGallery() {
  const { busy, choose } = useNewPage();
  return (
    <ul className="tpls">
      <li>
        <EmptyCard />
      </li>
      {PAGE_TEMPLATES.map((template) => (
        <li key={template.id}>
          <TemplateCard template={template} busy={busy} choose={choose} />
        </li>
      ))}
    </ul>
  );
}
