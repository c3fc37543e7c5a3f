import { useLocation } from 'react-router';

import { LegalScreen } from '#app/features/site/legal-screen.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';

import '#app/features/site/legal.css';
import { servicesContext } from '#app/services-context.ts';
import { PRIVACY } from '#content/legal/privacy.ts';
import { TERMS } from '#content/legal/terms.ts';
import { formatLongDate } from '#domain/format-date.ts';

import type { Route } from './+types/legal';

/** The document of `/terms` or `/privacy`. */
const getDocument = (pathname: string) =>
  decodeURI(pathname).toLowerCase().startsWith('/terms')
    ? { path: '/terms', document: TERMS }
    : { path: '/privacy', document: PRIVACY };

export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(servicesContext).realNow();
  return { today: { iso: now.toISOString().slice(0, 10), text: formatLongDate(now) } };
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const { path, document } = getDocument(location.pathname);
  return sitePageMeta({ path, name: document.title, description: document.description })({ matches });
};

export default function Legal({ loaderData }: Route.ComponentProps) {
  const { document } = getDocument(useLocation().pathname);
  return <LegalScreen document={document} today={loaderData.today} />;
}
