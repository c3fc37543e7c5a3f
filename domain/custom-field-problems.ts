import type { CustomField } from './custom-field.ts';

/** Questions as they are published. */
export const tidyFields = (fields: CustomField[]): CustomField[] => fields;

/** What is wrong with them: of all, and of each by its place. */
export const fieldChecks = (_fields: readonly CustomField[]): [string, string | null][] => [];
