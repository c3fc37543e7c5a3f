import { ApiReferenceScreen } from '#app/features/site/developers/api-reference-screen.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';

import '#app/features/site/developers/developers.css';
import { servicesContext } from '#app/services-context.ts';
import { developerMessages } from '#content/messages/developers.ts';

import type { Route } from './+types/developers-api';

export const loader = ({ context }: Route.LoaderArgs) => ({ document: context.get(servicesContext).apiDocument() });

export const meta = sitePageMeta({
  path: '/developers/api',
  name: developerMessages.pages.api,
  description: developerMessages.reference.description,
  parents: [{ name: developerMessages.pages.start, path: '/developers' }],
});

export default function DevelopersApi({ loaderData }: Route.ComponentProps) {
  return <ApiReferenceScreen document={loaderData.document} />;
}
