import { DevelopersScreen } from '#app/features/site/developers/developers-screen.tsx';
import { pageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/developers/developers.css';
import { breadcrumbsJsonLd } from '#app/features/site/structured-data.ts';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/developers';

export const handle: RouteHandle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, apiDocument } = context.get(servicesContext);
  return { appUrl, document: apiDocument() };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  return [
    ...pageMeta({
      title: `For developers · ${SITE.name}`,
      description: 'Keys, the first request, errors, lists, limits and the command line of the shop’s API.',
      url: `${appUrl}/developers`,
    }),
    breadcrumbsJsonLd(appUrl, [{ name: 'For developers', path: '/developers' }]),
  ];
};

export default function Developers({ loaderData }: Route.ComponentProps) {
  return <DevelopersScreen document={loaderData.document} />;
}
