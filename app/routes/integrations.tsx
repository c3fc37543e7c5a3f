import { useOutletContext } from 'react-router';

import { IntegrationsScreen } from '#app/integrations/integrations-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

import type { AppOutlet } from './app.tsx';

export const meta = () => pageMeta({ title: titled('Integrations') });

export default function Integrations() {
  return <IntegrationsScreen receiver={useOutletContext<AppOutlet>().receiver} />;
}
