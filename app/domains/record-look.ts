import type { DomainRecord } from '#domain/seller-domain.ts';

/** How one record stands: `spare` where another road fits already. */
export type RecordStand = 'fits' | 'differs' | 'missing' | 'spare' | 'unseen';

export const STAND_WORDS: Record<RecordStand, string> = {
  fits: 'Right',
  differs: 'Found something else',
  missing: 'Nothing there',
  spare: 'Not needed',
  unseen: 'Not looked yet',
};

/** How a record stands among all of its domain: one of the roads is enough. */
export function standOf(record: DomainRecord, all: readonly DomainRecord[]): RecordStand {
  if (record.fits) return 'fits';
  const hasRoad = all.some(({ purpose, fits }) => purpose === 'road' && fits === true);
  if (record.found === null) return 'unseen';
  if (record.purpose === 'road' && (hasRoad || record.fits === null)) return 'spare';
  return record.found.length === 0 ? 'missing' : 'differs';
}

/** What registrars add to a name by themselves: the zone that a record is written into. */
export function zoneOf({ name, host }: DomainRecord): string {
  if (host === '@') return name;
  return name.startsWith(`${host}.`) ? name.slice(host.length + 1) : name;
}
