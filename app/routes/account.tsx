import { AccountSettingsScreen } from '#app/features/settings/account-settings-screen.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Account', 'Your sign-in, your security settings and your data.');

export default AccountSettingsScreen;
