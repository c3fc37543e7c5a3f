/** Returns the dashboard path of an account; the platform's account '' has the segment 'platform'. */
export const dashboardPath = (account: string): string => `/sandbox/dashboard/${account || 'platform'}`;

/** Returns the account of a path segment. */
export const accountFromSegment = (segment: string): string => (segment === 'platform' ? '' : segment);
