import { PageListPage } from '#app/features/pages/page-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.pages);

export default PageListPage;
