import { createHash } from 'node:crypto';

export const providers = { google: 'Google', github: 'GitHub', apple: 'Apple' } as const;
export type Provider = keyof typeof providers;
export const isProvider = (name: string): name is Provider => Object.hasOwn(providers, name);

/** Whoever somebody said that they are. `verified`: the provider has confirmed the address. */
export type Person = { email: string; name: string; verified: boolean };

const digest = (provider: Provider, email: string): string =>
  createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest('hex');

/** The same person each time for the same address. */
export const subjectOf = (provider: Provider, email: string): string => digest(provider, email).slice(0, 24);

/** GitHub numbers its people. */
export const numberOf = (email: string): number => Number.parseInt(digest('github', email).slice(0, 9), 16);
