import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Legal } from '#app/site/legal.tsx';
import '#app/site/legal.css';
import { pageMeta } from '#app/site/page-meta.ts';
import { breadcrumbs } from '#app/site/structured-data.ts';
import { TERMS } from '#content/legal/terms.ts';
import { SITE } from '#content/site.ts';
import { longDate } from '#domain/long-date.ts';

import type { Route } from './+types/terms';

export const handle: RouteHandle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, realNow } = context.get(shopContext);
  const now = realNow();
  return { appUrl, today: { iso: now.toISOString().slice(0, 10), text: longDate(now) } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  const { title, description } = TERMS;
  return [
    ...pageMeta({ title: `${title} · ${SITE.name}`, description, url: `${appUrl}/terms` }),
    breadcrumbs(appUrl, [{ name: title, path: '/terms' }]),
  ];
};

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <Legal document={TERMS} today={loaderData.today} />;
}
