/** Errors of license keys that the server returns. */
export const licenseErrorMessages = {
  keyLength: ({ min, max }: { min: number; max: number }) => `A license key has ${min} to ${max} characters.`,
} as const;
