import { DomainsPage } from '#app/features/domains/domains-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { useScreenData } from '#app/lib/screen-data.ts';

export const meta = screenMeta('Domains', 'Your own domains for your checkout pages.');

export default function DomainsRoute() {
  return <DomainsPage sandbox={useScreenData().sandbox} />;
}
