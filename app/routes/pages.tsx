import { PageListPage } from '#app/pages/pages-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Your pages', 'All of your checkout pages, with their prices and sales.');

export default function Pages() {
  return <PageListPage />;
}
