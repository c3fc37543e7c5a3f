import { ApiReferenceScreen } from '#app/features/site/developers/api-reference-screen.tsx';
import { pageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/developers/developers.css';
import { breadcrumbsJsonLd } from '#app/features/site/structured-data.ts';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/developers-api';

export const handle: RouteHandle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, apiDocument } = context.get(servicesContext);
  return { appUrl, document: apiDocument() };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  return [
    ...pageMeta({
      title: `API reference · ${SITE.name}`,
      description: 'Every endpoint of the shop’s API: what it takes, what it answers, and how it refuses.',
      url: `${appUrl}/developers/api`,
    }),
    breadcrumbsJsonLd(appUrl, [
      { name: 'For developers', path: '/developers' },
      { name: 'API reference', path: '/developers/api' },
    ]),
  ];
};

export default function DevelopersApi({ loaderData }: Route.ComponentProps) {
  return <ApiReferenceScreen document={loaderData.document} />;
}
