import { plural } from './plural.ts';

type Count = { count: number };

/** Errors of the identity endpoints that need more than the text of their code. */
export const authDetailMessages = {
  captchaUnavailable: 'We can’t complete the security check right now. Try again in a minute.',
  phoneFormat: 'Enter the number with its country code, such as +1 212 555 0123.',
  idTokenUsed: 'This ID token was already used. Sign in with the provider again.',
  idTokenInvalid: 'Bad ID token',
  providerUnavailable: 'The sign-in provider isn’t responding. Try again in a moment.',
  nonceRequired: ({ provider }: { provider: string }) =>
    `A nonce is required: send its hex-encoded SHA-256 to ${provider} and the nonce itself to us.`,
  codeChallengeRequired: 'code_challenge and code_challenge_method are required',
  providerResponse: ({ provider }: { provider: string }) => `${provider} sent an invalid response. Try again.`,
  providerEmailUnconfirmed: ({ provider }: { provider: string }) =>
    `${provider} hasn’t confirmed your email address. Confirm it there first, or sign in here and connect ${provider} on your account page.`,
  accountUnconfirmed: ({ email, provider }: { email: string; provider: string }) =>
    `The account for ${email} was never confirmed. Sign in with its password, or reset the password, and connect ${provider} on your account page.`,
  otherProviderAccount: ({ email, provider }: { email: string; provider: string }) =>
    `The account for ${email} is connected to a different ${provider} account. Sign in with that account or another method. You can then connect this one on your account page.`,
  passwordGuessable: 'This password is easy to guess: it’s common or repeats a name. Choose another one.',
  passwordTooShort: ({ min }: { min: number }) => `Password should be at least ${min} characters.`,
  passwordTooLong: ({ max }: { max: number }) => `Password should be at most ${max} characters.`,
  redirectForeign: 'redirect_to must be a URL of this site',
  nameTooLong: ({ max }: { max: number }) => `The name must be a single line of up to ${max} characters`,
  /** What recovering an unconfirmed account removed from it. */
  removed: {
    passkeys: ({ count }: Count) => plural(count, { one: '1 passkey', other: `${count} passkeys` }),
    provider: ({ provider }: { provider: string }) => `${provider} sign-in`,
    phone: 'the phone number',
    emailChange: 'a pending email change',
    apiKeys: ({ count }: Count) => plural(count, { one: '1 API key', other: `${count} API keys` }),
    webhooks: ({ count }: Count) => plural(count, { one: '1 webhook endpoint', other: `${count} webhook endpoints` }),
    domains: ({ count }: Count) => plural(count, { one: '1 domain', other: `${count} domains` }),
    stripe: 'the connected Stripe account',
    pages: ({ count }: Count) =>
      plural(count, { one: '1 page from public view', other: `${count} pages from public view` }),
  },
  confirmOtherEmail: 'Confirmed. Now open the link we sent to your other email address.',
  phoneConfirmed: 'Your phone number is confirmed.',
} as const;
