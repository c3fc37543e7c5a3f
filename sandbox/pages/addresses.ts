/** Where an account's dashboard stands; the platform's own, account '', is named by a word. */
export const dashboardAddress = (account: string): string => `/sandbox/dashboard/${account || 'platform'}`;

/** The account that an address names. */
export const accountAt = (segment: string): string => (segment === 'platform' ? '' : segment);
