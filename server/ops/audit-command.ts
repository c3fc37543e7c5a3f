import { parseArgs } from 'node:util';

import { plural } from '#content/messages/plural.ts';
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
  const count = plural(rows.length, { one: '1 entry.', other: `${rows.length} entries.` });
  const summary = rows.length === MAX_ENTRIES ? `Only the newest ${MAX_ENTRIES} entries are listed.` : count;
  return success([...rows.map(formatEntry), summary].join('\n'));
};

type AuditCommandQuery = { filter: Omit<AuditQuery, 'limit'>; csv: boolean };

/** Parses the arguments; returns an error message if they are invalid. */
function parseArguments(args: readonly string[]): AuditCommandQuery | string {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { seller = null, act: action = null, since = null, csv = false } = values;
    if (seller !== null && !isUuid(seller)) return '--seller must be the ID of a seller.';
    if (action !== null && !isAuditAction(action)) return `--act must be one of: ${AUDIT_ACTIONS.join(', ')}`;
    if (since !== null && (!DAY.test(since) || Number.isNaN(Date.parse(since))))
      return '--since must be a date such as 2026-11-01.';
    return { filter: { sellerId: seller, action, since: since === null ? null : new Date(since) }, csv };
  } catch {
    return 'Unknown option. See npm run audit -- --help';
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
