import { Check, Hourglass, Minus, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { DomainRecord } from '#domain/seller-domain.ts';

import { CopyableText } from './copyable-text.tsx';

/** State of one record; `spare`: another address record is already correct. */
export type RecordState = 'fits' | 'differs' | 'missing' | 'spare' | 'unseen';

export const RECORD_STATE_LABELS: Record<RecordState, string> = {
  fits: 'Right',
  differs: 'Found something else',
  missing: 'Nothing there',
  spare: 'Not needed',
  unseen: 'Not looked yet',
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

const RECORD_STATE_ICONS: Record<RecordState, LucideIcon> = {
  fits: Check,
  differs: X,
  missing: X,
  spare: Minus,
  unseen: Hourglass,
};

type RowProps = { record: DomainRecord; state: RecordState };

const RecordField = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function FoundValue({ record: { found }, state }: RowProps) {
  const Icon = RECORD_STATE_ICONS[state];
  return (
    <div className="dom-found" data-stand={state}>
      <Icon className="i" aria-hidden="true" />
      <div>
        <p>{RECORD_STATE_LABELS[state]}</p>
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
            <div className="dom-whole">
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

/** Visual column headers. */
export const RecordColumns = () => (
  <div className="dom-columns" aria-hidden="true">
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
export const RecordList = ({ title, records, allRecords }: Props) => (
  <div className="dom-records">
    <h4 className="h3">{title}</h4>
    <ul>
      {records.map((record) => (
        <RecordRow key={`${record.type} ${record.value}`} record={record} state={getRecordState(record, allRecords)} />
      ))}
    </ul>
  </div>
);
