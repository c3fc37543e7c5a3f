type Whose = { site: string; email: string };

/** The codes as a text file, with what they are for: whoever finds it in a year should know. */
export const recoverySheet = (codes: readonly string[], { site, email }: Whose): string =>
  [
    `${site} recovery codes for ${email}`,
    '',
    ...codes,
    '',
    'Each code opens the account once, in place of the second step.',
    '',
  ].join('\n');
