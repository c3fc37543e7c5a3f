import { useRouteLoaderData } from 'react-router';

import { DomainsScreen } from '#app/domains/domains-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

import type { loader as appLoader } from './app.tsx';

export const meta = () => pageMeta({ title: titled('Domains') });

export default function DomainsRoute() {
  const data = useRouteLoaderData<typeof appLoader>('routes/app');
  return <DomainsScreen sandbox={data?.sandbox ?? false} />;
}
