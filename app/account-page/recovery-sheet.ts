type Whose = { site: string; email: string };

/** Formats the codes as a text file that says what they are for. */
export const recoverySheet = (codes: readonly string[], { site, email }: Whose): string =>
  [
    `${site} recovery codes for ${email}`,
    '',
    ...codes,
    '',
    'Each code opens the account once, in place of the second step.',
    '',
  ].join('\n');
