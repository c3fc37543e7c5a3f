import { DomainsPage } from '#app/features/domains/domains-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { useScreenData } from '#app/lib/screen-data.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.domains);

export default function DomainsRoute() {
  return <DomainsPage sandbox={useScreenData().sandbox} />;
}
