import { ChevronDown, ExternalLink, Trash2 } from 'lucide-react';
import { useId } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { CheckLine } from './check-line.tsx';
import { answers, lookOf } from './domain-look.ts';
import { DomainRecords } from './domain-records.tsx';
import type { PageChoice } from './page-choices.ts';
import { PageChoiceField } from './page-choice.tsx';

export type DomainActs = {
  onCheck: () => Promise<SellerDomain>;
  onChoose: (pageId: string | null) => Promise<unknown>;
  onRemove: () => void;
};

type Props = DomainActs & {
  domain: SellerDomain;
  choices: readonly PageChoice[];
  open: boolean;
  onTurn: () => void;
};

function Panel({ domain, choices, onCheck, onChoose, onRemove }: Omit<Props, 'open' | 'onTurn'>) {
  return (
    <>
      {domain.records.length > 0 && <CheckLine domain={domain} onCheck={onCheck} />}
      <DomainRecords domain={domain} />
      <div className="dom-foot">
        <PageChoiceField domain={domain} choices={choices} onChoose={onChoose} />
        <Key size="sm" onClick={onRemove}>
          <Trash2 className="i" aria-hidden="true" />
          Remove domain
        </Key>
      </div>
    </>
  );
}

/** Expandable row of a domain with its actions. */
export function DomainRow({ open, onTurn, ...rest }: Props) {
  const { domain } = rest;
  const id = useId();
  const { badge, about } = lookOf(domain);
  return (
    <li className="dom-row" data-open={open || undefined} data-domain={domain.id}>
      <div className="dom-line">
        <ChevronDown className="i dom-turn" aria-hidden="true" />
        <div className="dom-name">
          <h2 className="h3">
            <button type="button" aria-expanded={open} aria-controls={`${id}-panel`} onClick={onTurn}>
              {domain.name}
            </button>
          </h2>
          <p className="small muted">{about}</p>
        </div>
        <Badge {...badge} />
        <p className="dom-page small" dir="auto">
          {domain.page ? domain.page.name || 'Untitled page' : <span className="faint">No page</span>}
        </p>
        {answers(domain) && (
          <a
            className={keyClass('plain', 'sm')}
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
      <div className="dom-panel" id={`${id}-panel`} hidden={!open}>
        {open && <Panel {...rest} />}
      </div>
    </li>
  );
}
