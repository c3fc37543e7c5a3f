import { data, redirect } from 'react-router';

import { pageMeta, withSiteName } from '#app/features/site/page-meta.ts';
import { ReportForm, ReportConfirmation } from '#app/features/site/report-form.tsx';
import type { RouteHandle } from '#app/root.tsx';

import '#app/features/site/report.css';
import { servicesContext } from '#app/services-context.ts';
import { REPORT_REASONS } from '#domain/page-moderation.ts';
import { MAX_SLUG } from '#domain/slug.ts';

import type { Route } from './+types/report.ts';

export const handle: RouteHandle = { static: true };

/** Set by the HTTP server, which drops the header from incoming requests. */
const CLIENT_ADDRESS_HEADER = 'x-client-address';

export function loader({ request, context }: Route.LoaderArgs) {
  const { appUrl } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const slug = parseSlug(searchParams.get('page') ?? '');
  return { page: slug && `${appUrl}/c/${slug}`, isSent: searchParams.get('said') === 'sent' };
}

/** Returns the slug from a URL, or from a slug that was typed alone. */
function parseSlug(urlOrSlug: string): string {
  const path = URL.parse(urlOrSlug.trim())?.pathname ?? urlOrSlug.trim();
  const slug = path.split('/').findLast((segment) => segment !== '') ?? '';
  return /^[a-z0-9-]+$/.test(slug) ? slug.slice(0, MAX_SLUG) : '';
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const readField = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [page, words, email] = [readField('page'), readField('words'), readField('email').trim()];
  const reason = REPORT_REASONS.find((candidate) => candidate === readField('reason'));
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';
  const submittedValues = { page, words, email, reason: reason ?? null };
  if (!reason)
    return data({ typed: submittedValues, problem: 'Please choose what is wrong with the page.' }, { status: 400 });
  const slug = parseSlug(page);
  if (!slug)
    return data(
      {
        typed: submittedValues,
        problem: 'Please give the address of the page, as it stands in the browser.',
      },
      { status: 400 },
    );
  const body = { slug, reason, words, ...(email ? { email } : {}) };
  const failure = await context.get(servicesContext).reportPage(body, address);
  if (!failure) return redirect('/report?said=sent', 303);
  return data({ typed: submittedValues, problem: failure.error.message }, { status: failure.status });
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => pageMeta({ title: withSiteName('Report a page') });

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { page, isSent } = loaderData;
  if (isSent && !actionData) return <ReportConfirmation />;
  const formValues = actionData?.typed ?? { page, words: '', email: '', reason: null };
  return <ReportForm {...formValues} problem={actionData?.problem ?? null} />;
}
