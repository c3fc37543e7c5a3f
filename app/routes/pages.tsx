import { PageListPage } from '#app/features/pages/page-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Your pages', 'All of your checkout pages, with their prices and sales.');

export default PageListPage;
