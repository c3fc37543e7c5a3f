import type { DomainRecord } from '#domain/seller-domain.ts';

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
