import { ChevronDown, ExternalLink } from 'lucide-react';

import { Badge } from '#app/components/badge.tsx';
import { buttonVariants } from '#app/components/button.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { domainMessages } from '#content/messages/domains.ts';
import { getPageName } from '#domain/page-name.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { getDomainDisplay, isServing } from './domain-display.ts';
import { DomainPanel } from './domain-panel.tsx';
import type { PageOption } from './page-select.tsx';

const messages = domainMessages;

const getPanelId = ({ id }: SellerDomain): string => `domain-${id}`;

type DomainNameProps = { domain: SellerDomain; isOpen: boolean; onToggle: () => void };

/** The button covers the whole row. */
function DomainName({ domain, isOpen, onToggle }: DomainNameProps) {
  return (
    <div className="domain-table__name-line">
      <ChevronDown className="i domain-table__chevron" data-open={isOpen || undefined} aria-hidden="true" />
      <div>
        <h2 className="h3">
          <button
            type="button"
            className="link-rows__link"
            aria-expanded={isOpen}
            aria-controls={isOpen ? getPanelId(domain) : undefined}
            onClick={onToggle}
          >
            {domain.name}
          </button>
        </h2>
        <p className="small muted">{getDomainDisplay(domain).description}</p>
      </div>
    </div>
  );
}

const OpenDomainLink = ({ url, name }: SellerDomain) => (
  <a
    className={buttonVariants('plain', 'sm')}
    href={url}
    target="_blank"
    rel="noreferrer"
    aria-label={messages.row.openLabel({ name })}
  >
    {messages.row.open}
    <ExternalLink className="i" aria-hidden="true" />
  </a>
);

type Props = {
  domains: readonly SellerDomain[];
  isOpen: (domain: SellerDomain) => boolean;
  onToggle: (domain: SellerDomain) => void;
  onRemove: (domain: SellerDomain) => void;
  getPageOptions: (domain: SellerDomain) => readonly PageOption[];
};

/** Table of domains. A click on a row expands or collapses its panel. */
export function DomainTable({ domains, isOpen, onToggle, onRemove, getPageOptions }: Props) {
  const columns: TableColumn<SellerDomain>[] = [
    {
      header: messages.columns.domain,
      className: 'domain-table__name',
      render: (domain) => <DomainName domain={domain} isOpen={isOpen(domain)} onToggle={() => onToggle(domain)} />,
    },
    {
      header: messages.columns.status,
      className: 'domain-table__state',
      render: (domain) => <Badge {...getDomainDisplay(domain).badge} />,
    },
    {
      header: messages.columns.page,
      className: 'domain-table__page small',
      render: ({ page }) =>
        page ? <bdi>{getPageName(page)}</bdi> : <span className="faint">{messages.row.noPage}</span>,
    },
    {
      header: messages.columns.actions,
      isHeaderHidden: true,
      className: 'domain-table__actions r',
      render: (domain) => isServing(domain) && <OpenDomainLink {...domain} />,
    },
  ];
  return (
    <div className="sheet">
      <Table
        caption={messages.caption}
        className="rows domains"
        columns={columns}
        rows={domains}
        getKey={({ id }) => id}
        renderDetails={(domain) =>
          isOpen(domain) && (
            <div className="domain-panel" id={getPanelId(domain)}>
              <DomainPanel domain={domain} pageOptions={getPageOptions(domain)} onRemove={() => onRemove(domain)} />
            </div>
          )
        }
      />
    </div>
  );
}
