import { AccountSettingsScreen } from '#app/features/settings/account-settings-screen.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.account);

export default AccountSettingsScreen;
