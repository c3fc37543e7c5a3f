import { data, redirect } from 'react-router';

import { pageMeta, withSiteName } from '#app/features/site/page-meta.ts';
import { ReportForm, ReportConfirmation } from '#app/features/site/report-form.tsx';
import { createFieldReader, getClientAddress } from '#app/lib/request-fields.ts';

import '#app/features/site/report.css';
import { servicesContext } from '#app/services-context.ts';
import { pageReportMessages } from '#content/messages/page-reports.ts';
import { REPORT_REASONS } from '#domain/page-moderation.ts';
import { MAX_SLUG } from '#domain/slug.ts';

import type { Route } from './+types/report.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const { appUrl } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const slug = parseSlug(searchParams.get('page') ?? '');
  return { page: slug && `${appUrl}/c/${slug}`, isSent: searchParams.get('notice') === 'sent' };
}

/** Returns the slug from a URL, or from a slug that was typed alone. */
function parseSlug(urlOrSlug: string): string {
  const path = URL.parse(urlOrSlug.trim())?.pathname ?? urlOrSlug.trim();
  const slug = path.split('/').findLast((segment) => segment !== '') ?? '';
  return /^[a-z0-9-]+$/.test(slug) ? slug.slice(0, MAX_SLUG) : '';
}

export async function action({ request, context }: Route.ActionArgs) {
  const readField = createFieldReader(await request.formData());
  const [page, words, email] = [readField('page'), readField('words'), readField('email')];
  const reason = REPORT_REASONS.find((candidate) => candidate === readField('reason'));
  const refuse = (problem: string, status: number) =>
    data({ typed: { page, words, email, reason: reason ?? null }, problem }, { status });
  if (!reason) return refuse(pageReportMessages.errors.reasonMissing, 400);
  const slug = parseSlug(page);
  if (!slug) return refuse(pageReportMessages.errors.pageInvalid, 400);
  const body = { slug, reason, words, ...(email ? { email } : {}) };
  const failure = await context.get(servicesContext).reportPage(body, getClientAddress(request));
  if (!failure) return redirect('/report?notice=sent', 303);
  return refuse(failure.error.message, failure.status);
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => pageMeta({ title: withSiteName(pageReportMessages.title) });

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { page, isSent } = loaderData;
  if (isSent && !actionData) return <ReportConfirmation />;
  const formValues = actionData?.typed ?? { page, words: '', email: '', reason: null };
  return <ReportForm {...formValues} problem={actionData?.problem ?? null} />;
}
