import { ChevronDown, ExternalLink, Trash2, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { domainMessages } from '#content/messages/domains.ts';
import { getPageName } from '#domain/page-name.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { isServing, getDomainDisplay } from './domain-display.ts';
import { DomainRecords } from './domain-records.tsx';
import { type PageOption, PageSelect } from './page-select.tsx';
import { useDomainUpdate } from './use-domains.ts';

const messages = domainMessages;

type DomainPageFieldProps = {
  domain: SellerDomain;
  pageOptions: readonly PageOption[];
};

/** Selects the page at the root; the change is saved immediately. */
function DomainPageField({ domain: { id: domainId, name, page }, pageOptions }: DomainPageFieldProps) {
  const { busy, run } = useRpcMutation('set-domain-page', {
    ...useDomainUpdate(),
    success: (_, { pageId }) => ({ title: pageId ? messages.page.changed : messages.page.removed, message: name }),
    failureTitle: messages.page.failed,
  });
  return (
    <Field
      label={messages.page.label}
      aside={
        page && (
          <Link className="link small" to={`/builder?page=${page.id}`}>
            {messages.page.openBuilder}
          </Link>
        )
      }
      hint={messages.page.hint}
    >
      {(fieldProps) => (
        <PageSelect
          fieldProps={fieldProps}
          value={page?.id ?? ''}
          currentPage={page}
          pageOptions={pageOptions}
          disabled={busy}
          onChange={(pageId) => void run({ domainId, pageId: pageId || null })}
        />
      )}
    </Field>
  );
}

/** Announcement for screen readers after a check. */
const describeCheck = (domain: SellerDomain): string =>
  [`${domain.name}: ${getDomainDisplay(domain).badge.label}.`, ...domain.diagnosis].join(' ');

function getHeading({ diagnosis, state, checkedAt }: SellerDomain): string {
  if (diagnosis.length > 0) return messages.check.findings;
  if (state === 'live') return messages.check.passed;
  return checkedAt ? messages.check.nothingFound : messages.check.notChecked;
}

function CheckTimes({ checkedAt, nextCheckAt }: Pick<SellerDomain, 'checkedAt' | 'nextCheckAt'>) {
  return (
    <p className="small muted domain-check__times">
      <span>
        {checkedAt ? (
          <RichText text={messages.check.checkedAt} tags={{ date: () => <UtcTime iso={checkedAt} /> }} />
        ) : (
          messages.check.notChecked
        )}
      </span>
      {nextCheckAt && (
        <span>
          <RichText text={messages.check.nextCheckAt} tags={{ date: () => <UtcTime iso={nextCheckAt} /> }} />
        </span>
      )}
    </p>
  );
}

/** Result of the last check, with a button to check now. */
function DomainCheck({ domain }: { domain: SellerDomain }) {
  const { diagnosis, state } = domain;
  const [announcement, setAnnouncement] = useState('');
  const { busy, run } = useRpcMutation('check-domain', { ...useDomainUpdate(), failureTitle: messages.check.failed });
  const check = async () => {
    setAnnouncement('');
    const result = await run({ domainId: domain.id });
    if (result) setAnnouncement(describeCheck(result.data.domain));
  };
  return (
    <div className="domain-check" data-state={state}>
      <div>
        <h3 className="h3">{getHeading(domain)}</h3>
        {diagnosis.length > 0 && (
          <ul>
            {diagnosis.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
        <CheckTimes {...domain} />
      </div>
      <Button Icon={RefreshCw} size="sm" busyLabel={busy && messages.check.busy} onClick={() => void check()}>
        {messages.check.button}
      </Button>
      <p className="vh" role="status">
        {announcement}
      </p>
    </div>
  );
}

type Props = {
  domain: SellerDomain;
  pageOptions: readonly PageOption[];
  isOpen: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

function DomainPanel({ domain, pageOptions, onRemove }: Omit<Props, 'isOpen' | 'onToggle'>) {
  return (
    <>
      {domain.records.length > 0 && <DomainCheck domain={domain} />}
      <DomainRecords domain={domain} />
      <div className="domain-row__footer">
        <DomainPageField domain={domain} pageOptions={pageOptions} />
        <Button Icon={Trash2} size="sm" onClick={onRemove}>
          {messages.row.remove}
        </Button>
      </div>
    </>
  );
}

export function DomainRow({ isOpen, onToggle, ...panelProps }: Props) {
  const { domain } = panelProps;
  const id = useId();
  const { badge, description } = getDomainDisplay(domain);
  return (
    <li className="domain-row" data-open={isOpen || undefined} data-domain={domain.id}>
      <div className="domain-row__summary">
        <ChevronDown className="i domain-row__chevron" aria-hidden="true" />
        <div className="domain-row__name">
          <h2 className="h3">
            <button type="button" aria-expanded={isOpen} aria-controls={`${id}-panel`} onClick={onToggle}>
              {domain.name}
            </button>
          </h2>
          <p className="small muted">{description}</p>
        </div>
        <Badge {...badge} />
        <p className="domain-row__page small" dir="auto">
          {domain.page ? getPageName(domain.page) : <span className="faint">{messages.row.noPage}</span>}
        </p>
        {isServing(domain) && (
          <a
            className={buttonVariants('plain', 'sm')}
            href={domain.url}
            target="_blank"
            rel="noreferrer"
            aria-label={messages.row.openLabel({ name: domain.name })}
          >
            {messages.row.open}
            <ExternalLink className="i" aria-hidden="true" />
          </a>
        )}
      </div>
      <div className="domain-row__panel" id={`${id}-panel`} hidden={!isOpen}>
        {isOpen && <DomainPanel {...panelProps} />}
      </div>
    </li>
  );
}
