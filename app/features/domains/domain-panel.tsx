import { Trash2, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { domainMessages } from '#content/messages/domains.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { getDomainDisplay } from './domain-display.ts';
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
  onRemove: () => void;
};

/** What a row shows when it is expanded: result of the last check, DNS records, page. */
export function DomainPanel({ domain, pageOptions, onRemove }: Props) {
  return (
    <>
      {domain.records.length > 0 && <DomainCheck domain={domain} />}
      <DomainRecords domain={domain} />
      <div className="domain-panel__footer">
        <DomainPageField domain={domain} pageOptions={pageOptions} />
        <Button Icon={Trash2} size="sm" onClick={onRemove}>
          {messages.row.remove}
        </Button>
      </div>
    </>
  );
}
