import { plural } from './plural.ts';

/** Errors of a buyer's answers to the custom fields of a checkout page. */
export const customFieldAnswerMessages = {
  missing: {
    text: ({ label }: { label: string }): string => `Please fill in “${label}”`,
    choice: ({ label }: { label: string }): string => `Please choose an option for “${label}”`,
    checkbox: ({ label }: { label: string }): string => `Please check “${label}”`,
  },
  tooLong: ({ maximum, length }: { maximum: number; length: number }): string =>
    plural(maximum, {
      one: `Enter at most 1 character. You entered ${length}`,
      other: `Enter at most ${maximum} characters. You entered ${length}`,
    }),
  tooShort: ({ minimum }: { minimum: number }): string =>
    plural(minimum, { one: 'Enter at least 1 character', other: `Enter at least ${minimum} characters` }),
  number: {
    invalid: 'Enter a number like 12.5',
    between: ({ min, max }: { min: string; max: string }): string => `Enter a number from ${min} to ${max}`,
    atLeast: ({ min }: { min: string }): string => `Enter ${min} or more`,
    atMost: ({ max }: { max: string }): string => `Enter ${max} or less`,
  },
  date: {
    invalid: 'Enter a date like 2026-11-30',
    between: ({ min, max }: { min: string; max: string }): string => `Choose a date from ${min} to ${max}`,
    atLeast: ({ min }: { min: string }): string => `Choose a date on or after ${min}`,
    atMost: ({ max }: { max: string }): string => `Choose a date on or before ${max}`,
  },
  email: 'Enter an email address like name@example.com',
  phone: 'Enter a phone number like +1 212 555 0123',
  url: 'Enter a full URL that starts with https:// or http://',
  choice: 'Choose one of the options',
};
