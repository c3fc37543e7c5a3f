import { DevelopersScreen } from '#app/features/site/developers/developers-screen.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';

import '#app/features/site/developers/developers.css';
import { servicesContext } from '#app/services-context.ts';
import { developerMessages } from '#content/messages/developers.ts';

import type { Route } from './+types/developers';

export const loader = ({ context }: Route.LoaderArgs) => ({ document: context.get(servicesContext).apiDocument() });

export const meta = sitePageMeta({
  path: '/developers',
  name: developerMessages.pages.start,
  description: developerMessages.start.description,
});

export default function Developers({ loaderData }: Route.ComponentProps) {
  return <DevelopersScreen document={loaderData.document} />;
}
