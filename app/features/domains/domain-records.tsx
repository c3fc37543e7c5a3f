import type { DomainState, SellerDomain } from '#domain/seller-domain.ts';

import { getZone, RecordColumns, RecordList } from './dns-record-list.tsx';

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
    <section className="dom-dns" aria-label={`DNS records of ${name}`}>
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
