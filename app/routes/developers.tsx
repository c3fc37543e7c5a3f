import { DevelopersScreen } from '#app/features/site/developers/developers-screen.tsx';
import { sitePageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/developers/developers.css';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/developers';

export const loader = ({ context }: Route.LoaderArgs) => ({ document: context.get(servicesContext).apiDocument() });

export const meta = sitePageMeta({
  path: '/developers',
  name: 'For developers',
  description: 'Keys, the first request, errors, lists, limits and the command line of the shop’s API.',
});

export default function Developers({ loaderData }: Route.ComponentProps) {
  return <DevelopersScreen document={loaderData.document} />;
}
