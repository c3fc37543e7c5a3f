/** The sections in their order. The id is the anchor. */
export const SETTINGS_SECTIONS = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'Email' },
  { id: 'password', label: 'Password' },
  { id: 'second-step', label: 'Second step' },
  { id: 'passkeys', label: 'Passkeys' },
  { id: 'connected', label: 'Connected accounts' },
  { id: 'notices', label: 'Mails about sales' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'activity', label: 'Security events' },
  { id: 'data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const;

export type SettingsSectionId = (typeof SETTINGS_SECTIONS)[number]['id'];
export const getSectionLabel = (id: SettingsSectionId): string =>
  SETTINGS_SECTIONS.find((section) => section.id === id)?.label ?? '';
