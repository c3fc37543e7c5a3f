import { AccountSettingsScreen } from '#app/account-page/account-page.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Account', 'Your sign-in, your security settings and your data.');

export default function AccountRoute() {
  return <AccountSettingsScreen />;
}
