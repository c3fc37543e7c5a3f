import type { DomainRecord } from '#domain/seller-domain.ts';

/** State of one record; `spare`: another address record is already correct. */
export type RecordStand = 'fits' | 'differs' | 'missing' | 'spare' | 'unseen';

export const STAND_WORDS: Record<RecordStand, string> = {
  fits: 'Right',
  differs: 'Found something else',
  missing: 'Nothing there',
  spare: 'Not needed',
  unseen: 'Not looked yet',
};

/** State of a record among all records of its domain: one address record is enough. */
export function standOf(record: DomainRecord, all: readonly DomainRecord[]): RecordStand {
  if (record.fits) return 'fits';
  const hasRoad = all.some(({ purpose, fits }) => purpose === 'road' && fits === true);
  if (record.found === null) return 'unseen';
  if (record.purpose === 'road' && (hasRoad || record.fits === null)) return 'spare';
  return record.found.length === 0 ? 'missing' : 'differs';
}

/** Zone that registrars append to record names. */
export function zoneOf({ name, host }: DomainRecord): string {
  if (host === '@') return name;
  return name.startsWith(`${host}.`) ? name.slice(host.length + 1) : name;
}
