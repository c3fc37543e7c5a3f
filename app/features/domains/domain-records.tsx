import { Check, Hourglass, Minus, X, type LucideIcon, Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { buttonVariants } from '#app/components/button.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { domainMessages } from '#content/messages/domains.ts';
import type { SellerDomain, DomainRecord } from '#domain/seller-domain.ts';

const messages = domainMessages.records;

type CopyableTextProps = {
  text: string;
  /** Accessible names of the button, before and after copying. */
  copyLabel: string;
  copiedLabel: string;
};

/** Monospace text with a copy button. */
function CopyableText({ text, copyLabel, copiedLabel }: CopyableTextProps) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <div className="copyable-text">
      <code>{text}</code>
      <button
        type="button"
        className={buttonVariants('bare', 'sm', 'icon')}
        aria-label={copied ? copiedLabel : copyLabel}
        title={messages.copy}
        onClick={copy}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

/** State of one record; `spare`: another address record is already correct. */
type RecordState = 'fits' | 'differs' | 'missing' | 'spare' | 'unseen';

const RECORD_STATES: Record<RecordState, { label: string; Icon: LucideIcon }> = {
  fits: { label: messages.states.fits, Icon: Check },
  differs: { label: messages.states.differs, Icon: X },
  missing: { label: messages.states.missing, Icon: X },
  spare: { label: messages.states.spare, Icon: Minus },
  unseen: { label: messages.states.unseen, Icon: Hourglass },
};

/** State of a record among all records of its domain: one address record is enough. */
export function getRecordState(record: DomainRecord, allRecords: readonly DomainRecord[]): RecordState {
  if (record.fits) return 'fits';
  const hasCorrectAddress = allRecords.some(({ purpose, fits }) => purpose === 'routing' && fits === true);
  if (record.found === null) return 'unseen';
  if (record.purpose === 'routing' && (hasCorrectAddress || record.fits === null)) return 'spare';
  return record.found.length === 0 ? 'missing' : 'differs';
}

/** Zone that registrars append to record names. */
export function getZone({ name, host }: DomainRecord): string {
  if (host === '@') return name;
  return name.startsWith(`${host}.`) ? name.slice(host.length + 1) : name;
}

type RowProps = { record: DomainRecord; state: RecordState };

const RecordField = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function FoundValue({ record: { found }, state }: RowProps) {
  const { label, Icon } = RECORD_STATES[state];
  return (
    <div className="dns-record-list__found" data-stand={state}>
      <Icon className="i" aria-hidden="true" />
      <div>
        <p>{label}</p>
        {(state === 'differs' || state === 'spare') && found?.map((text) => <code key={text}>{text}</code>)}
      </div>
    </div>
  );
}

function RecordRow({ record, state }: RowProps) {
  const { type, name, host, value } = record;
  return (
    <li data-stand={state}>
      <dl>
        <RecordField name={messages.columns.type}>
          <b>{type}</b>
        </RecordField>
        <RecordField name={messages.columns.name}>
          <CopyableText
            text={host}
            copyLabel={messages.copyName({ type })}
            copiedLabel={messages.copiedName({ type })}
          />
          {host !== name && (
            <div className="dns-record-list__full-name">
              <span>{messages.fullName}</span>
              <CopyableText
                text={name}
                copyLabel={messages.copyFullName({ type })}
                copiedLabel={messages.copiedFullName({ type })}
              />
            </div>
          )}
        </RecordField>
        <RecordField name={messages.columns.value}>
          <CopyableText
            text={value}
            copyLabel={messages.copyValue({ type })}
            copiedLabel={messages.copiedValue({ type })}
          />
        </RecordField>
        <RecordField name={messages.columns.found}>
          <FoundValue record={record} state={state} />
        </RecordField>
      </dl>
    </li>
  );
}

const RecordColumns = () => (
  <div className="dns-record-list__columns" aria-hidden="true">
    <span>{messages.columns.type}</span>
    <span>{messages.columns.name}</span>
    <span>{messages.columns.value}</span>
    <span>{messages.columns.found}</span>
  </div>
);

type Props = {
  title: ReactNode;
  records: readonly DomainRecord[];
  allRecords: readonly DomainRecord[];
};

/** Records with the same purpose, each with its check result. */
const RecordList = ({ title, records, allRecords }: Props) => (
  <div className="dns-record-list">
    <h4 className="h3">{title}</h4>
    <ul>
      {records.map((record) => (
        <RecordRow key={`${record.type} ${record.value}`} record={record} state={getRecordState(record, allRecords)} />
      ))}
    </ul>
  </div>
);

/** DNS records that the seller creates, with what the last check found. */
export function DomainRecords({ domain: { records, state, name } }: { domain: SellerDomain }) {
  const [firstRecord] = records;
  if (!firstRecord)
    return (
      <p className="muted small">
        <RichText text={messages.localDomain} tags={{ b: () => <b>{name}</b> }} />
      </p>
    );
  const zone = getZone(firstRecord);
  const hasRoot = records.some(({ host }) => host === '@');
  const ownershipRecords = records.filter(({ purpose }) => purpose === 'verification');
  const addressRecords = records.filter(({ purpose }) => purpose === 'routing');
  return (
    <section className="dns-records" aria-label={messages.label({ name })}>
      <div>
        <h3 className="h3">{messages.headings[state]}</h3>
        <p className="muted small">
          <RichText
            text={hasRoot ? messages.instructionsWithRoot : messages.instructions}
            tags={{ zone: () => <b>{zone}</b>, suffix: () => <code>.{zone}</code> }}
          />{' '}
          {state === 'live' ? (
            messages.dailyCheck
          ) : (
            <a className="link" href="/help#domain-records" target="_blank" rel="noreferrer">
              {messages.help}
            </a>
          )}
        </p>
      </div>
      <RecordColumns />
      <RecordList title={messages.ownership} records={ownershipRecords} allRecords={records} />
      {addressRecords.length > 0 && (
        <RecordList
          title={
            <>
              {messages.address}
              {addressRecords.length > 1 && <span className="muted">{messages.anyOf}</span>}
            </>
          }
          records={addressRecords}
          allRecords={records}
        />
      )}
    </section>
  );
}
