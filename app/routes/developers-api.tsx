import { ApiReferenceScreen } from '#app/features/site/developers/api-reference-screen.tsx';
import { sitePageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/developers/developers.css';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/developers-api';

export const loader = ({ context }: Route.LoaderArgs) => ({ document: context.get(servicesContext).apiDocument() });

export const meta = sitePageMeta({
  path: '/developers/api',
  name: 'API reference',
  description: 'Every endpoint of the shop’s API: what it takes, what it answers, and how it refuses.',
  parents: [{ name: 'For developers', path: '/developers' }],
});

export default function DevelopersApi({ loaderData }: Route.ComponentProps) {
  return <ApiReferenceScreen document={loaderData.document} />;
}
