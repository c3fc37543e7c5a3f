import { useRouteLoaderData } from 'react-router';

import { DomainsPage } from '#app/domains/domains-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

import type { loader as appLoader } from './app.tsx';

export const meta = screenMeta('Domains', 'Your own domains for your checkout pages.');

export default function DomainsRoute() {
  const data = useRouteLoaderData<typeof appLoader>('routes/app');
  return <DomainsPage sandbox={data?.sandbox ?? false} />;
}
