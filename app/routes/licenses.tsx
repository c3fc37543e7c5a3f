import { LicensesPage } from '#app/features/delivery/licenses-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.licenses);

export default LicensesPage;
