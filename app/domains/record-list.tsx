import { Check, Hourglass, Minus, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { DomainRecord } from '#domain/seller-domain.ts';

import { CopyText } from './copy-text.tsx';
import { STAND_WORDS, standOf, type RecordStand } from './record-look.ts';

const STAND_ICONS: Record<RecordStand, LucideIcon> = {
  fits: Check,
  differs: X,
  missing: X,
  spare: Minus,
  unseen: Hourglass,
};

type RowProps = { record: DomainRecord; stand: RecordStand };

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Found({ record: { found }, stand }: RowProps) {
  const Icon = STAND_ICONS[stand];
  return (
    <div className="dom-found" data-stand={stand}>
      <Icon className="i" aria-hidden="true" />
      <div>
        <p>{STAND_WORDS[stand]}</p>
        {(stand === 'differs' || stand === 'spare') && found?.map((text) => <code key={text}>{text}</code>)}
      </div>
    </div>
  );
}

function Row({ record, stand }: RowProps) {
  const { type, name, host, value } = record;
  const which = `of the ${type} record`;
  return (
    <li data-stand={stand}>
      <dl>
        <Part name="Type">
          <b>{type}</b>
        </Part>
        <Part name="Name">
          <CopyText text={host} what={`the name ${which}`} />
          {host !== name && (
            <div className="dom-whole">
              <span>Whole</span>
              <CopyText text={name} what={`the whole name ${which}`} />
            </div>
          )}
        </Part>
        <Part name="Value">
          <CopyText text={value} what={`the value ${which}`} />
        </Part>
        <Part name="Found">
          <Found record={record} stand={stand} />
        </Part>
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
  all: readonly DomainRecord[];
};

/** Records with the same purpose, each with its check result. */
export const RecordList = ({ title, records, all }: Props) => (
  <div className="dom-records">
    <h4 className="h3">{title}</h4>
    <ul>
      {records.map((record) => (
        <Row key={`${record.type} ${record.value}`} record={record} stand={standOf(record, all)} />
      ))}
    </ul>
  </div>
);
