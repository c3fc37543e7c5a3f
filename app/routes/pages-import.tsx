import { ImportScreen } from '#app/pages/import-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Bring products along') });

export default function PagesImport() {
  return <ImportScreen />;
}
