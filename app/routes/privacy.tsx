import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Legal } from '#app/site/legal.tsx';
import '#app/site/legal.css';
import { pageMeta } from '#app/site/page-meta.ts';
import { breadcrumbs } from '#app/site/structured-data.ts';
import { PRIVACY } from '#content/legal/privacy.ts';
import { SITE } from '#content/site.ts';
import { longDate } from '#domain/long-date.ts';

import type { Route } from './+types/privacy';

export const handle: RouteHandle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, realNow } = context.get(shopContext);
  const now = realNow();
  return { appUrl, today: { iso: now.toISOString().slice(0, 10), text: longDate(now) } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  const { title, description } = PRIVACY;
  return [
    ...pageMeta({ title: `${title} · ${SITE.name}`, description, url: `${appUrl}/privacy` }),
    breadcrumbs(appUrl, [{ name: title, path: '/privacy' }]),
  ];
};

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <Legal document={PRIVACY} today={loaderData.today} />;
}
