import { useRouteLoaderData } from 'react-router';

import { DomainsPage } from '#app/features/domains/domains-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

import type { loader as appLoader } from './app.tsx';

export const meta = screenMeta('Domains', 'Your own domains for your checkout pages.');

export default function DomainsRoute() {
  const data = useRouteLoaderData<typeof appLoader>('routes/app');
  return <DomainsPage sandbox={data?.sandbox ?? false} />;
}
