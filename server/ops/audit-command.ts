import { parseArgs } from 'node:util';

import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit.ts';
import { isUuid } from '#domain/text.ts';
import { listAuditEntries, type AuditRow, type AuditQuery } from '#server/audit/record-audit.ts';

import { failure, stripControlChars, success, type OperatorCommand } from './operator-command.ts';

const MAX_ENTRIES = 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const OPTIONS = {
  seller: { type: 'string' },
  act: { type: 'string' },
  since: { type: 'string' },
  csv: { type: 'boolean' },
} as const;

/** `npm run audit`: lists audit entries, newest first. */
export const runAuditCommand: OperatorCommand = async ({ db }, args) => {
  const query = parseArguments(args);
  if (typeof query === 'string') return failure(query);
  const rows = await listAuditEntries(db, { ...query.filter, limit: MAX_ENTRIES });
  if (query.csv) {
    const lines = [CSV_HEADERS, ...rows.map((row) => csvValues(row).map(csvCell))];
    return success(lines.map((cells) => cells.join(',')).join('\n'));
  }
  const summary = rows.length === MAX_ENTRIES ? `The newest ${MAX_ENTRIES}.` : `${rows.length} entries.`;
  return success([...rows.map(formatEntry), summary].join('\n'));
};

type AuditCommandQuery = { filter: Omit<AuditQuery, 'limit'>; csv: boolean };

/** Parses the arguments; returns an error message if they are invalid. */
function parseArguments(args: readonly string[]): AuditCommandQuery | string {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { seller = null, act: action = null, since = null, csv = false } = values;
    if (seller !== null && !isUuid(seller)) return '--seller takes the id of a seller.';
    if (action !== null && !isAuditAction(action)) return `--act takes one of: ${AUDIT_ACTIONS.join(', ')}`;
    if (since !== null && (!DAY.test(since) || Number.isNaN(Date.parse(since))))
      return '--since takes a day, as 2026-11-01.';
    return { filter: { sellerId: seller, action, since: since === null ? null : new Date(since) }, csv };
  } catch {
    return 'Nothing of that kind can be done: see npm run audit -- --help';
  }
}

const isAuditAction = (action: string): action is AuditAction =>
  AUDIT_ACTIONS.some((candidate) => candidate === action);

const CSV_HEADERS = ['at', 'act', 'actor', 'actor_id', 'seller_id', 'subject', 'facts', 'address'];

const csvValues = ({ at, action: act, actor, actorId, sellerId, subject, facts, address }: AuditRow): string[] => [
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
function csvCell(value: string): string {
  const text = stripControlChars(value);
  const guarded = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const formatEntry = (row: AuditRow): string => {
  const { at, action: act, actor, actorId, sellerId, subject, facts, address } = row;
  const factTexts = Object.entries(facts).map(([name, value]) => `${name}=${value ?? ''}`);
  return [
    at.toISOString().slice(0, 19),
    act.padEnd(20),
    (actorId ? `${actor} ${actorId}` : actor).padEnd(10),
    subject,
    ...factTexts,
    ...(sellerId ? [`seller=${sellerId}`] : []),
    ...(address ? [`from ${address}`] : []),
  ]
    .map(stripControlChars)
    .join('  ');
};
