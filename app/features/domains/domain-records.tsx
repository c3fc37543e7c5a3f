import { Check, Hourglass, Minus, X, type LucideIcon, Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { buttonVariants } from '#app/components/button.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import type { DomainState, SellerDomain, DomainRecord } from '#domain/seller-domain.ts';

type CopyableTextProps = {
  text: string;
  /** Accessible name of the copied text, such as 'the value of the TXT record'. */
  label: string;
};

/** Monospace text with a copy button. */
function CopyableText({ text, label }: CopyableTextProps) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <div className="copyable-text">
      <code>{text}</code>
      <button
        type="button"
        className={buttonVariants('bare', 'sm', 'icon')}
        aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
        title="Copy"
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
  fits: { label: 'Right', Icon: Check },
  differs: { label: 'Found something else', Icon: X },
  missing: { label: 'Nothing there', Icon: X },
  spare: { label: 'Not needed', Icon: Minus },
  unseen: { label: 'Not looked yet', Icon: Hourglass },
};

/** State of a record among all records of its domain: one address record is enough. */
export function getRecordState(record: DomainRecord, allRecords: readonly DomainRecord[]): RecordState {
  if (record.fits) return 'fits';
  const hasCorrectAddress = allRecords.some(({ purpose, fits }) => purpose === 'road' && fits === true);
  if (record.found === null) return 'unseen';
  if (record.purpose === 'road' && (hasCorrectAddress || record.fits === null)) return 'spare';
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
  const recordLabel = `of the ${type} record`;
  return (
    <li data-stand={state}>
      <dl>
        <RecordField name="Type">
          <b>{type}</b>
        </RecordField>
        <RecordField name="Name">
          <CopyableText text={host} label={`the name ${recordLabel}`} />
          {host !== name && (
            <div className="dns-record-list__full-name">
              <span>Whole</span>
              <CopyableText text={name} label={`the whole name ${recordLabel}`} />
            </div>
          )}
        </RecordField>
        <RecordField name="Value">
          <CopyableText text={value} label={`the value ${recordLabel}`} />
        </RecordField>
        <RecordField name="Found">
          <FoundValue record={record} state={state} />
        </RecordField>
      </dl>
    </li>
  );
}

const RecordColumns = () => (
  <div className="dns-record-list__columns" aria-hidden="true">
    <span>Type</span>
    <span>Name</span>
    <span>Value</span>
    <span>Found</span>
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

const HEADINGS: Record<DomainState, string> = {
  pending: 'Write these records',
  live: 'Keep these records',
  failing: 'Put these records right',
  off: 'Put these records right',
};

/** DNS records that the seller creates, with what the last check found. */
export function DomainRecords({ domain: { records, state, name } }: { domain: SellerDomain }) {
  const [firstRecord] = records;
  if (!firstRecord)
    return (
      <p className="muted small">
        <b>{name}</b> is a name of this machine. It needs no records: only this machine opens it.
      </p>
    );
  const ownershipRecords = records.filter(({ purpose }) => purpose === 'proof');
  const addressRecords = records.filter(({ purpose }) => purpose === 'road');
  return (
    <section className="dns-records" aria-label={`DNS records of ${name}`}>
      <div>
        <h3 className="h3">{HEADINGS[state]}</h3>
        <p className="muted small">
          At your registrar, or wherever the DNS of <b>{getZone(firstRecord)}</b> is kept. Most add{' '}
          <code>.{getZone(firstRecord)}</code> to a name by themselves: give them the short one
          {records.some(({ host }) => host === '@') && ', where @ stands for the domain itself'}. Where yours asks for
          the whole name, copy that.{' '}
          {state === 'live' ? (
            'We look at them once a day.'
          ) : (
            <a className="link" href="/help#domain-records" target="_blank" rel="noreferrer">
              DNS in plain words
            </a>
          )}
        </p>
      </div>
      <RecordColumns />
      <RecordList title="1. Shows that it is yours" records={ownershipRecords} allRecords={records} />
      {addressRecords.length > 0 && (
        <RecordList
          title={
            <>
              2. Leads buyers here
              {addressRecords.length > 1 && <span className="muted">, one of these is enough</span>}
            </>
          }
          records={addressRecords}
          allRecords={records}
        />
      )}
    </section>
  );
}
