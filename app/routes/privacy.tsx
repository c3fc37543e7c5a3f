import { LegalScreen } from '#app/features/site/legal-screen.tsx';
import { pageMeta } from '#app/features/site/page-meta.ts';
import { breadcrumbsJsonLd } from '#app/features/site/structured-data.ts';

import '#app/features/site/legal.css';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { PRIVACY } from '#content/legal/privacy.ts';
import { SITE } from '#content/site.ts';
import { formatLongDate } from '#domain/format-date.ts';

import type { Route } from './+types/privacy';

export const handle: RouteHandle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, realNow } = context.get(servicesContext);
  const now = realNow();
  return { appUrl, today: { iso: now.toISOString().slice(0, 10), text: formatLongDate(now) } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  const { title, description } = PRIVACY;
  return [
    ...pageMeta({ title: `${title} · ${SITE.name}`, description, url: `${appUrl}/privacy` }),
    breadcrumbsJsonLd(appUrl, [{ name: title, path: '/privacy' }]),
  ];
};

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalScreen document={PRIVACY} today={loaderData.today} />;
}
