/** The sections in their order. The id is the anchor. */
export const ACCOUNT_PARTS = [
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

export type AccountPartId = (typeof ACCOUNT_PARTS)[number]['id'];
export const labelOf = (id: AccountPartId): string =>
  ACCOUNT_PARTS.find((part) => part.id === id)?.label ?? '';
