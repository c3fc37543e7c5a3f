import { createHash } from 'node:crypto';

export const providers = { google: 'Google', github: 'GitHub', apple: 'Apple' } as const;
export type Provider = keyof typeof providers;
export const isProvider = (name: string): name is Provider => Object.hasOwn(providers, name);

/** The identity that a user entered. `verified`: the provider has verified the email address. */
export type Person = { email: string; name: string; verified: boolean };

const digest = (provider: Provider, email: string): string =>
  createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest('hex');

/** Returns the same subject for the same email address. */
export const subjectFor = (provider: Provider, email: string): string => digest(provider, email).slice(0, 24);

/** Returns GitHub's numeric user id. */
export const githubUserId = (email: string): number => Number.parseInt(digest('github', email).slice(0, 9), 16);
