type RecoveryCodesOwner = { siteName: string; email: string };

/** Formats the codes as a text file that says what they are for. */
export const formatRecoveryCodes = (codes: readonly string[], { siteName, email }: RecoveryCodesOwner): string =>
  [
    `${siteName} recovery codes for ${email}`,
    '',
    ...codes,
    '',
    'Each code opens the account once, in place of the second step.',
    '',
  ].join('\n');
