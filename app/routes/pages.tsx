import { PagesScreen } from '#app/pages/pages-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Your pages') });

export default function Pages() {
  return <PagesScreen />;
}
