import { parseArgs } from 'node:util';

import { REPORT_REASON_WORDS } from '#domain/page-guard.ts';

import { audit } from '#server/audit/audit.ts';
import {
  countOpenReports,
  findModeratedPage,
  listPagesOfSeller,
  listSuspendedPages,
  type ModeratedPage,
} from '#server/db/moderated-pages.ts';
import {
  listOpenReports,
  listReportsOf,
  updateReportClosed,
  type PageReport,
} from '#server/db/page-reports.ts';
import type { OperatorAct, OperatorContext, Told } from '#server/operator/operator-act.ts';
import { plain } from '#server/operator/plain.ts';
import { hoursFrom, pausePayments, resumePayments } from './hold-payments.ts';
import { nameOf, restorePage, suspendPage } from './suspend-page.ts';

const MOST = 100;
const MAX_REASON = 500;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const OPTIONS = {
  seller: { type: 'string' },
  reason: { type: 'string' },
  hours: { type: 'string' },
} as const;

/** Runs `npm run pages`: lists reports and suspended pages, and suspends, pauses or restores pages. */
export const tellPages: OperatorAct = async (context, words) => {
  const asked = wordsFrom(words);
  if (!asked) return bad(UNKNOWN);
  const { act, what, seller, reason, hours } = asked;
  switch (act) {
    case 'list':
      return list(context);
    case 'reports':
      return reports(context);
    case 'show':
      return show(context, what);
    case 'suspend':
    case 'restore':
      return move(context, act, { what, seller, reason });
    case 'pause':
    case 'resume':
      return hold(context, act, what, hours);
    case 'close':
      return close(context, what);
    default:
      return bad(UNKNOWN);
  }
};

const UNKNOWN = 'Nothing of that kind can be done: see npm run pages';

const good = (text: string): Told => ({ text, good: true });
const bad = (text: string): Told => ({ text, good: false });

type Asked = { what: string; seller: string; reason: string };
type Typed = Asked & { act: string; hours: string };

function wordsFrom(words: readonly string[]): Typed | null {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
    const [act = '', what = '', ...more] = positionals;
    const { seller = '', reason = '', hours = '' } = values;
    return more.length > 0 ? null : { act, what, seller: seller.trim(), reason: reason.trim(), hours };
  } catch {
    return null;
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

function stateOf({ deletedAt, suspendedAt, liveVersion, unpublishedAt }: ModeratedPage): string {
  if (deletedAt) return 'deleted by its seller';
  if (suspendedAt) return 'suspended';
  if (liveVersion === 0) return 'never published';
  return unpublishedAt ? 'off sale' : 'public';
}

const lineOf = (page: ModeratedPage, open: number): string =>
  [
    (page.slug ?? page.id).padEnd(24),
    stateOf(page).padEnd(16),
    ...(page.suspendedAt ? [dayOf(page.suspendedAt)] : []),
    `“${plain(nameOf(page))}”`,
    ...(page.suspendedFor ? [`(${plain(page.suspendedFor)})`] : []),
    ...(open > 0 ? [`${open} open report${open === 1 ? '' : 's'}`] : []),
  ].join('  ');

async function list({ db }: OperatorContext): Promise<Told> {
  const pages = await listSuspendedPages(db);
  const open = await countOpenReports(
    db,
    pages.map(({ id }) => id),
  );
  if (pages.length === 0) return good('No page is suspended.');
  return good(pages.map((page) => lineOf(page, open.get(page.id) ?? 0)).join('\n'));
}

const reportLine = ({ id, createdAt, reason, words, email, outcome }: PageReport, slug?: string): string =>
  [
    id,
    dayOf(createdAt),
    ...(slug === undefined ? [outcome ?? 'open'] : [slug]),
    `${REPORT_REASON_WORDS[reason]}.`,
    ...(words ? [`“${plain(words)}”`] : []),
    ...(email ? [`<${plain(email)}>`] : []),
  ].join('  ');

async function reports({ db }: OperatorContext): Promise<Told> {
  const open = await listOpenReports(db, MOST);
  const sum = open.length === 0 ? 'No report is open.' : `${open.length} open.`;
  return good([...open.map(({ report, slug }) => reportLine(report, slug ?? report.pageId)), sum].join('\n'));
}

async function show({ db }: OperatorContext, slug: string): Promise<Told> {
  const page = await findModeratedPage(db, slug);
  if (!page) return bad(nothingAt(slug));
  const told = await listReportsOf(db, page.id, MOST);
  const facts: [string, string | null][] = [
    ['address', page.slug],
    ['page', page.id],
    ['product', nameOf(page)],
    ['state', stateOf(page)],
    ['suspended', page.suspendedAt && `${dayOf(page.suspendedAt)} UTC: ${page.suspendedFor ?? ''}`],
    ['publications', String(page.liveVersion)],
    ['seller', `${page.sellerId} <${page.sellerEmail}>`],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name.padEnd(12)}  ${plain(value)}`] : []));
  return good(
    [...lines, '', ...told.map((report) => reportLine(report)), `${told.length} reports.`].join('\n'),
  );
}

const nothingAt = (slug: string): string => `There is no page at /c/${plain(slug)}.`;

async function move(
  context: OperatorContext,
  act: 'suspend' | 'restore',
  { what, seller, reason }: Asked,
): Promise<Told> {
  if ((what === '') === (seller === '')) return bad('Name one page by its address, or --seller.');
  if (act === 'suspend' && (reason === '' || reason.length > MAX_REASON))
    return bad(`Say why, in words for its seller: --reason "…" (${MAX_REASON} characters at most)`);
  const pages = await meant(context, { what, seller });
  if (pages.length === 0) return bad(what ? nothingAt(what) : `There is no page of ${plain(seller)}.`);
  const lines: string[] = [];
  for (const page of pages) {
    const name = page.slug ?? page.id;
    const done =
      act === 'suspend' ? await suspendPage(context, page, reason) : await restorePage(context, page);
    lines.push(`${name}: ${done ? DONE[act] : ALREADY[act]}`);
  }
  return good(lines.join('\n'));
}

const DONE = {
  suspend: 'suspended. Buyers read that it is gone, open pay pages are closed; subscriptions go on.',
  restore: 'as it was before.',
};
const ALREADY = { suspend: 'suspended already.', restore: 'is not suspended.' };

async function meant(
  { db }: OperatorContext,
  { what, seller }: Omit<Asked, 'reason'>,
): Promise<ModeratedPage[]> {
  if (seller) return seller.includes('@') || UUID.test(seller) ? listPagesOfSeller(db, seller) : [];
  const page = await findModeratedPage(db, what);
  return page ? [page] : [];
}

async function hold(
  context: OperatorContext,
  act: 'pause' | 'resume',
  slug: string,
  typed: string,
): Promise<Told> {
  const [page, hours] = [await findModeratedPage(context.db, slug), hoursFrom(typed)];
  if (!page) return bad(nothingAt(slug));
  if (hours === null) return bad('Say for how many hours: --hours 6');
  const words = await (act === 'pause' ? pausePayments(context, page, hours) : resumePayments(context, page));
  return good(`${page.slug ?? page.id}: ${words}`);
}

async function close(context: OperatorContext, id: string): Promise<Told> {
  const closed = UUID.test(id)
    ? await context.db.transaction(async (tx) => {
        const report = await updateReportClosed(tx, id, 'dismissed', context.realNow());
        if (report)
          await audit(context, tx, {
            actor: 'operator',
            act: 'report_closed',
            subject: id,
            facts: { page: report.pageId, outcome: 'dismissed' },
          });
        return report;
      })
    : null;
  return closed ? good('Closed.') : bad(`No open report has the id ${plain(id)}.`);
}
