import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';

import { PAGE_TEMPLATES, type PageTemplate } from '#content/templates.ts';

import { PageThumb } from './page-thumb.tsx';

const LAYOUTS = { classic: 'Classic', modern: 'Modern', minimal: 'Minimal' } as const;

type Props = {
  /** Id of the template that is being applied. */
  busy: string | null;
  /** Label of that operation: 'Making the page...' */
  doing: string;
  choose: (template: PageTemplate) => void;
  /** Cards before the templates, each with a React key. */
  first?: readonly ReactElement[];
};

function TemplateCard({ template, busy, doing, choose }: { template: PageTemplate } & Props) {
  const { id, name, about, config, picture } = template;
  const chosen = busy === id;
  return (
    <button
      type="button"
      className="tpl"
      aria-busy={chosen || undefined}
      aria-disabled={(busy !== null && !chosen) || undefined}
      onClick={() => choose(template)}
    >
      <PageThumb layout={config.layout} accentColor={config.accentColor} productImage={picture} />
      <span className="tpl-words">
        <span className="tpl-name">{name}</span>
        <span className="tpl-about">{about}</span>
        <span className="tpl-layout">
          {chosen ? (
            <>
              <LoaderCircle className="i" aria-hidden="true" /> {doing}
            </>
          ) : (
            <>{LAYOUTS[config.layout]} layout</>
          )}
        </span>
      </span>
    </button>
  );
}

/** Gallery of page templates. */
export function TemplateGallery({ first, ...props }: Props) {
  return (
    <ul className="tpls">
      {first?.map((card) => (
        <li key={card.key}>{card}</li>
      ))}
      {PAGE_TEMPLATES.map((template) => (
        <li key={template.id}>
          <TemplateCard template={template} {...props} />
        </li>
      ))}
    </ul>
  );
}
