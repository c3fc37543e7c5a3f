import { data, redirect } from 'react-router';

import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { pageMeta, titled } from '#app/site/page-meta.ts';
import '#app/site/report.css';
import { ReportForm, Reported } from '#app/site/report-form.tsx';
import { MAX_SLUG } from '#domain/slug.ts';
import { REPORT_REASONS } from '#domain/page-guard.ts';

import type { Route } from './+types/report.ts';

export const handle: RouteHandle = { static: true };

/** Set by the HTTP server, which drops the header from incoming requests. */
const ADDRESS_HEADER = 'x-client-address';

export function loader({ request, context }: Route.LoaderArgs) {
  const { appUrl } = context.get(shopContext);
  const { searchParams } = new URL(request.url);
  const slug = slugFrom(searchParams.get('page') ?? '');
  return { page: slug && `${appUrl}/c/${slug}`, sent: searchParams.get('said') === 'sent' };
}

/** Returns the slug from a URL, or from a slug that was typed alone. */
function slugFrom(typed: string): string {
  const path = URL.parse(typed.trim())?.pathname ?? typed.trim();
  const slug = path.split('/').findLast((part) => part !== '') ?? '';
  return /^[a-z0-9-]+$/.test(slug) ? slug.slice(0, MAX_SLUG) : '';
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string): string => {
    const given = form.get(name);
    return typeof given === 'string' ? given : '';
  };
  const [page, words, email] = [text('page'), text('words'), text('email').trim()];
  const reason = REPORT_REASONS.find((one) => one === text('reason'));
  const address = request.headers.get(ADDRESS_HEADER) ?? 'unknown';
  const typed = { page, words, email, reason: reason ?? null };
  if (!reason) return data({ typed, problem: 'Please choose what is wrong with the page.' }, { status: 400 });
  const slug = slugFrom(page);
  if (!slug)
    return data(
      { typed, problem: 'Please give the address of the page, as it stands in the browser.' },
      { status: 400 },
    );
  const body = { slug, reason, words, ...(email ? { email } : {}) };
  const refused = await context.get(shopContext).report(body, address);
  if (!refused) return redirect('/report?said=sent', 303);
  return data({ typed, problem: refused.refused.message }, { status: refused.status });
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => pageMeta({ title: titled('Report a page') });

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { page, sent } = loaderData;
  if (sent && !actionData) return <Reported />;
  const typed = actionData?.typed ?? { page, words: '', email: '', reason: null };
  return <ReportForm {...typed} problem={actionData?.problem ?? null} />;
}
