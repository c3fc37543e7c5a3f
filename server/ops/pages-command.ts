import { parseArgs } from 'node:util';

import { plural } from '#content/messages/plural.ts';
import { REPORT_REASON_LABELS } from '#domain/page-moderation.ts';
import { isUuid } from '#domain/text.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { pausePaymentsOfPage, resumePaymentsOfPage } from '#server/checkout/pause-payments.ts';
import {
  countOpenReports,
  findModeratedPage,
  listPagesOfSeller,
  listSuspendedPages,
  type ModeratedPage,
} from '#server/pages/queries/moderated-pages.ts';
import {
  listOpenReports,
  listPageReports,
  markReportClosed,
  type PageReport,
} from '#server/pages/queries/page-reports.ts';

import { recordAudit } from '../audit/record-audit.ts';
import { pageName, restorePage, suspendPage } from '../pages/suspend-page.ts';
import {
  failure,
  stripControlChars,
  success,
  type CommandOutput,
  type OperatorCommand,
  type OperatorContext,
} from './operator-command.ts';

const PAUSE_HOURS = { fallback: 6, maximum: 24 * 30 };

/** Parses the number of hours; null if it is invalid. */
function parseHours(input: string): number | null {
  const hours = input === '' ? PAUSE_HOURS.fallback : Number(input);
  return Number.isInteger(hours) && hours >= 1 && hours <= PAUSE_HOURS.maximum ? hours : null;
}

/** Pauses the payments of a page for some hours. The page stays visible, and its seller can resume payments. */
async function pausePayments(context: OperatorContext, { id }: ModeratedPage, hours: number): Promise<string> {
  const until = new Date(context.realNow().getTime() + hours * HOUR_MS);
  const isPaused = await pausePaymentsOfPage(context, id, until, { actor: 'operator' });
  return isPaused
    ? `payments are paused until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : 'this page is deleted.';
}

async function resumePayments(context: OperatorContext, { id }: ModeratedPage): Promise<string> {
  const isPaused = await resumePaymentsOfPage(context, id, { actor: 'operator' });
  return isPaused ? 'payments are resumed.' : 'payments aren’t paused.';
}

const MAX_REPORTS = 100;
const MAX_REASON_LENGTH = 500;

const OPTIONS = {
  seller: { type: 'string' },
  reason: { type: 'string' },
  hours: { type: 'string' },
} as const;

/** Runs `npm run pages`: lists reports and suspended pages, and suspends, pauses or restores pages. */
export const runPagesCommand: OperatorCommand = async (context, args) => {
  const command = parseArguments(args);
  if (!command) return failure(UNKNOWN_COMMAND);
  const { action, target, seller, reason, hours } = command;
  switch (action) {
    case 'list':
      return listSuspended(context);
    case 'reports':
      return listReports(context);
    case 'show':
      return showPage(context, target);
    case 'suspend':
    case 'restore':
      return changeSuspension(context, action, { target, seller, reason });
    case 'pause':
    case 'resume':
      return changePause(context, action, target, hours);
    case 'close':
      return closeReport(context, target);
    default:
      return failure(UNKNOWN_COMMAND);
  }
};

const UNKNOWN_COMMAND = 'Unknown command or option. See npm run pages';

type PageSelection = { target: string; seller: string; reason: string };
type PagesCommand = PageSelection & { action: string; hours: string };

function parseArguments(args: readonly string[]): PagesCommand | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [action = '', target = '', ...extraArgs] = positionals;
    const { seller = '', reason = '', hours = '' } = values;
    return extraArgs.length > 0 ? null : { action, target, seller: seller.trim(), reason: reason.trim(), hours };
  } catch {
    return null;
  }
}

const formatTime = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

function pageState({ deletedAt, suspendedAt, liveVersion, unpublishedAt }: ModeratedPage): string {
  if (deletedAt) return 'deleted by its seller';
  if (suspendedAt) return 'suspended';
  if (liveVersion === 0) return 'never published';
  return unpublishedAt ? 'unpublished' : 'published';
}

const formatPage = (page: ModeratedPage, openCount: number): string =>
  [
    (page.slug ?? page.id).padEnd(24),
    pageState(page).padEnd(16),
    ...(page.suspendedAt ? [formatTime(page.suspendedAt)] : []),
    `“${stripControlChars(pageName(page))}”`,
    ...(page.suspensionReason ? [`(${stripControlChars(page.suspensionReason)})`] : []),
    ...(openCount > 0 ? [plural(openCount, { one: '1 open report', other: `${openCount} open reports` })] : []),
  ].join('  ');

async function listSuspended({ db }: OperatorContext): Promise<CommandOutput> {
  const pages = await listSuspendedPages(db);
  const openCounts = await countOpenReports(
    db,
    pages.map(({ id }) => id),
  );
  if (pages.length === 0) return success('No suspended pages.');
  return success(pages.map((page) => formatPage(page, openCounts.get(page.id) ?? 0)).join('\n'));
}

const formatReport = ({ id, createdAt, reason, message: words, email, outcome }: PageReport, slug?: string): string =>
  [
    id,
    formatTime(createdAt),
    ...(slug === undefined ? [outcome ?? 'open'] : [slug]),
    `${REPORT_REASON_LABELS[reason]}.`,
    ...(words ? [`“${stripControlChars(words)}”`] : []),
    ...(email ? [`<${stripControlChars(email)}>`] : []),
  ].join('  ');

async function listReports({ db }: OperatorContext): Promise<CommandOutput> {
  const openReports = await listOpenReports(db, MAX_REPORTS);
  const openCount = plural(openReports.length, { one: '1 open report.', other: `${openReports.length} open reports.` });
  const summary = openReports.length === 0 ? 'No open reports.' : openCount;
  return success(
    [...openReports.map(({ report, slug }) => formatReport(report, slug ?? report.pageId)), summary].join('\n'),
  );
}

async function showPage({ db }: OperatorContext, slug: string): Promise<CommandOutput> {
  const page = await findModeratedPage(db, slug);
  if (!page) return failure(noPageMessage(slug));
  const reportList = await listPageReports(db, page.id, MAX_REPORTS);
  const facts: [string, string | null][] = [
    ['slug', page.slug],
    ['page ID', page.id],
    ['product', pageName(page)],
    ['status', pageState(page)],
    ['suspended', page.suspendedAt && `${formatTime(page.suspendedAt)} UTC: ${page.suspensionReason ?? ''}`],
    ['live version', String(page.liveVersion)],
    ['seller', `${page.sellerId} <${page.sellerEmail}>`],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name.padEnd(12)}  ${stripControlChars(value)}`] : []));
  return success(
    [
      ...lines,
      '',
      ...reportList.map((report) => formatReport(report)),
      plural(reportList.length, { one: '1 report.', other: `${reportList.length} reports.` }),
    ].join('\n'),
  );
}

const noPageMessage = (slug: string): string => `There is no page at /c/${stripControlChars(slug)}.`;

async function changeSuspension(
  context: OperatorContext,
  action: 'suspend' | 'restore',
  { target, seller, reason }: PageSelection,
): Promise<CommandOutput> {
  if ((target === '') === (seller === '')) return failure('Add either the slug of one page or --seller.');
  if (action === 'suspend' && (reason === '' || reason.length > MAX_REASON_LENGTH))
    return failure(`Add a reason, which the seller will read: --reason "…" (at most ${MAX_REASON_LENGTH} characters)`);
  const pages = await findSelectedPages(context, { target, seller });
  if (pages.length === 0)
    return failure(target ? noPageMessage(target) : `There are no pages of the seller ${stripControlChars(seller)}.`);
  const lines: string[] = [];
  for (const page of pages) {
    const name = page.slug ?? page.id;
    const hasChanged =
      action === 'suspend' ? await suspendPage(context, page, reason) : await restorePage(context, page);
    lines.push(`${name}: ${hasChanged ? DONE_MESSAGES[action] : UNCHANGED_MESSAGES[action]}`);
  }
  return success(lines.join('\n'));
}

const DONE_MESSAGES = {
  suspend: 'suspended. Open Checkout Sessions will be closed. Subscriptions continue.',
  restore: 'restored.',
};
const UNCHANGED_MESSAGES = { suspend: 'already suspended.', restore: 'not suspended.' };

async function findSelectedPages(
  { db }: OperatorContext,
  { target, seller }: Omit<PageSelection, 'reason'>,
): Promise<ModeratedPage[]> {
  if (seller) return seller.includes('@') || isUuid(seller) ? listPagesOfSeller(db, seller) : [];
  const page = await findModeratedPage(db, target);
  return page ? [page] : [];
}

async function changePause(
  context: OperatorContext,
  action: 'pause' | 'resume',
  slug: string,
  hoursInput: string,
): Promise<CommandOutput> {
  const [page, hours] = [await findModeratedPage(context.db, slug), parseHours(hoursInput)];
  if (!page) return failure(noPageMessage(slug));
  if (hours === null) return failure(`Set --hours to a whole number from 1 to ${PAUSE_HOURS.maximum}.`);
  const message = await (action === 'pause' ? pausePayments(context, page, hours) : resumePayments(context, page));
  return success(`${page.slug ?? page.id}: ${message}`);
}

async function closeReport(context: OperatorContext, id: string): Promise<CommandOutput> {
  const closed = isUuid(id)
    ? await context.db.transaction(async (tx) => {
        const report = await markReportClosed(tx, id, 'dismissed', context.realNow());
        if (report)
          await recordAudit(context, tx, {
            actor: 'operator',
            action: 'report_closed',
            subject: id,
            facts: { page: report.pageId, outcome: 'dismissed' },
          });
        return report;
      })
    : null;
  return closed
    ? success('The report is closed.')
    : failure(`There is no open report with the ID ${stripControlChars(id)}.`);
}
