import { parseArgs } from 'node:util';

import { AUDIT_ACTS, type AuditAct } from '#domain/audit.ts';

import { listAuditEntries, type AuditRow, type AuditWish } from '#server/db/audit-entries.ts';
import type { OperatorAct, Told } from '#server/operator/operator-act.ts';
import { plain } from '#server/operator/plain.ts';

const MOST = 1000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const OPTIONS = {
  seller: { type: 'string' },
  act: { type: 'string' },
  since: { type: 'string' },
  csv: { type: 'boolean' },
} as const;

/** Runs `npm run audit`: lists audit entries, newest first. */
export const tellAudit: OperatorAct = async ({ db }, words) => {
  const asked = wordsFrom(words);
  if (typeof asked === 'string') return { text: asked, good: false };
  const rows = await listAuditEntries(db, { ...asked.wish, most: MOST });
  if (asked.csv) return good([HEADS.join(','), ...rows.map((row) => valuesOf(row).map(cell).join(','))]);
  const sum = rows.length === MOST ? `The newest ${MOST}.` : `${rows.length} entries.`;
  return good([...rows.map(lineOf), sum]);
};

const good = (lines: readonly string[]): Told => ({ text: lines.join('\n'), good: true });

type Asked = { wish: Omit<AuditWish, 'most'>; csv: boolean };

/** Parses the arguments; returns an error message if they are invalid. */
function wordsFrom(words: readonly string[]): Asked | string {
  try {
    const {
      seller = null,
      act = null,
      since = null,
      csv = false,
    } = parseArgs({
      args: [...words],
      options: OPTIONS,
    }).values;
    if (seller !== null && !UUID.test(seller)) return '--seller takes the id of a seller.';
    if (act !== null && !isAct(act)) return `--act takes one of: ${AUDIT_ACTS.join(', ')}`;
    if (since !== null && (!DAY.test(since) || Number.isNaN(Date.parse(since))))
      return '--since takes a day, as 2026-11-01.';
    return { wish: { sellerId: seller, act, since: since === null ? null : new Date(since) }, csv };
  } catch {
    return 'Nothing of that kind can be done: see npm run audit -- --help';
  }
}

const isAct = (act: string): act is AuditAct => AUDIT_ACTS.some((one) => one === act);

const HEADS = ['at', 'act', 'actor', 'actor_id', 'seller_id', 'subject', 'facts', 'address'];

const valuesOf = ({ at, act, actor, actorId, sellerId, subject, facts, address }: AuditRow): string[] => [
  at.toISOString(),
  act,
  actor,
  actorId ?? '',
  sellerId ?? '',
  subject,
  JSON.stringify(facts),
  address ?? '',
];

/** Quotes a cell by RFC 4180 and protects spreadsheets from formulas. */
function cell(value: string): string {
  const text = plain(value);
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (row: AuditRow): string => {
  const { at, act, actor, actorId, sellerId, subject, facts, address } = row;
  const said = Object.entries(facts).map(([name, value]) => `${name}=${value ?? ''}`);
  return [
    at.toISOString().slice(0, 19),
    act.padEnd(20),
    (actorId ? `${actor} ${actorId}` : actor).padEnd(10),
    subject,
    ...said,
    ...(sellerId ? [`seller=${sellerId}`] : []),
    ...(address ? [`from ${address}`] : []),
  ]
    .map(plain)
    .join('  ');
};
