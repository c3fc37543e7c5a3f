import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';

import { newPageMessages } from '#content/messages/new-page.ts';
import { PAGE_TEMPLATES, type PageTemplate } from '#content/templates.ts';

import { PageThumbnail } from './page-thumbnail.tsx';

type Props = {
  /** Id of the template that is being applied. */
  busyTemplateId: string | null;
  /** Label of that operation: 'Creating page…' */
  busyLabel: string;
  onSelect: (template: PageTemplate) => void;
  /** Cards before the templates, each with a React key. */
  leadingCards?: readonly ReactElement[];
  /** Whether selecting a template can create several pages. */
  createsPages?: boolean;
};

type TemplateCardProps = Pick<Props, 'busyTemplateId' | 'busyLabel' | 'onSelect'> & { template: PageTemplate };

function TemplateCard({ template, busyTemplateId, busyLabel, onSelect }: TemplateCardProps) {
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
            newPageMessages.layouts[config.layout]
          )}
        </span>
      </span>
    </button>
  );
}

export function TemplateGallery({ leadingCards, createsPages = false, ...props }: Props) {
  return (
    <ul className="tpls">
      {leadingCards?.map((card) => (
        <li key={card.key}>{card}</li>
      ))}
      {PAGE_TEMPLATES.filter(({ products }) => createsPages || !products).map((template) => (
        <li key={template.id}>
          <TemplateCard template={template} {...props} />
        </li>
      ))}
    </ul>
  );
}
