/** Texts of security keys and passkeys, and of new passwords. */
export const authenticationMessages = {
  factorNames: { totp: 'Authenticator app', webauthn: 'Security key', phone: 'Phone' },
  deviceErrors: {
    passkeyFailed: 'We couldn’t verify you that way. Try again or use another method.',
    unsupportedBrowser: 'This browser doesn’t support security keys or passkeys. Try another browser.',
    canceled: 'The request was canceled or timed out. Try again.',
    alreadyRegistered: 'This security key or passkey is already on your account.',
    noUserVerification: 'This security key can’t verify you. Set a PIN on it or use another one.',
    noPasskeySupport: 'This security key can’t store a passkey. Use another one.',
    other: 'Your device couldn’t complete the request. Try again or use another device.',
  },
  passwordStrength: {
    tooShort: ({ minLength }: { minLength: number }) => `Use at least ${minLength} characters.`,
    1: 'Weak. Add another word or two.',
    2: 'Fair. Add another word to make it stronger.',
    3: 'Good. Two more words would make it very strong.',
    4: 'Very strong.',
  },
};
