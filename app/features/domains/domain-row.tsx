import { ChevronDown, ExternalLink, Trash2 } from 'lucide-react';
import { useId } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { DomainCheck } from './domain-check.tsx';
import { isServing, getDomainDisplay } from './domain-display.ts';
import { DomainPageField } from './domain-page-field.tsx';
import { DomainRecords } from './domain-records.tsx';
import type { PageOption } from './page-options.ts';

export type DomainActions = {
  onCheck: () => Promise<SellerDomain>;
  onSelectPage: (pageId: string | null) => Promise<unknown>;
  onRemove: () => void;
};

type Props = DomainActions & {
  domain: SellerDomain;
  pageOptions: readonly PageOption[];
  isOpen: boolean;
  onToggle: () => void;
};

function DomainPanel({ domain, pageOptions, onCheck, onSelectPage, onRemove }: Omit<Props, 'isOpen' | 'onToggle'>) {
  return (
    <>
      {domain.records.length > 0 && <DomainCheck domain={domain} onCheck={onCheck} />}
      <DomainRecords domain={domain} />
      <div className="dom-foot">
        <DomainPageField domain={domain} pageOptions={pageOptions} onSelectPage={onSelectPage} />
        <Button Icon={Trash2} size="sm" onClick={onRemove}>
          Remove domain
        </Button>
      </div>
    </>
  );
}

/** Expandable row of a domain with its actions. */
export function DomainRow({ isOpen, onToggle, ...panelProps }: Props) {
  const { domain } = panelProps;
  const id = useId();
  const { badge, description } = getDomainDisplay(domain);
  return (
    <li className="dom-row" data-open={isOpen || undefined} data-domain={domain.id}>
      <div className="dom-line">
        <ChevronDown className="i dom-turn" aria-hidden="true" />
        <div className="dom-name">
          <h2 className="h3">
            <button type="button" aria-expanded={isOpen} aria-controls={`${id}-panel`} onClick={onToggle}>
              {domain.name}
            </button>
          </h2>
          <p className="small muted">{description}</p>
        </div>
        <Badge {...badge} />
        <p className="dom-page small" dir="auto">
          {domain.page ? domain.page.name || 'Untitled page' : <span className="faint">No page</span>}
        </p>
        {isServing(domain) && (
          <a
            className={buttonVariants('plain', 'sm')}
            href={domain.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${domain.name}`}
          >
            Open
            <ExternalLink className="i" aria-hidden="true" />
          </a>
        )}
      </div>
      <div className="dom-panel" id={`${id}-panel`} hidden={!isOpen}>
        {isOpen && <DomainPanel {...panelProps} />}
      </div>
    </li>
  );
}
