import { AccountPage } from '#app/account-page/account-page.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Account') });

export default function AccountRoute() {
  return <AccountPage />;
}
