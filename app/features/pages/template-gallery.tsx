import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';

import { PAGE_TEMPLATES, type PageTemplate } from '#content/templates.ts';

import { PageThumbnail } from './page-thumbnail.tsx';

const LAYOUT_LABELS = { classic: 'Classic', modern: 'Modern', minimal: 'Minimal' } as const;

type Props = {
  /** Id of the template that is being applied. */
  busyTemplateId: string | null;
  /** Label of that operation: 'Making the page...' */
  busyLabel: string;
  onSelect: (template: PageTemplate) => void;
  /** Cards before the templates, each with a React key. */
  leadingCards?: readonly ReactElement[];
};

function TemplateCard({ template, busyTemplateId, busyLabel, onSelect }: { template: PageTemplate } & Props) {
  const { id, name, description, config, picture } = template;
  const isSelected = busyTemplateId === id;
  return (
    <button
      type="button"
      className="tpl"
      aria-busy={isSelected || undefined}
      aria-disabled={(busyTemplateId !== null && !isSelected) || undefined}
      onClick={() => onSelect(template)}
    >
      <PageThumbnail layout={config.layout} accentColor={config.accentColor} productImage={picture} />
      <span className="template-card__text">
        <span className="template-card__name">{name}</span>
        <span className="template-card__description">{description}</span>
        <span className="template-card__layout">
          {isSelected ? (
            <>
              <LoaderCircle className="i" aria-hidden="true" /> {busyLabel}
            </>
          ) : (
            <>{LAYOUT_LABELS[config.layout]} layout</>
          )}
        </span>
      </span>
    </button>
  );
}

export function TemplateGallery({ leadingCards, ...props }: Props) {
  return (
    <ul className="tpls">
      {leadingCards?.map((card) => (
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
