import { config } from 'zod';

/*
 * Zod tries whether it may make functions out of text. Our policy forbids it, and each try would be reported.
 * Imported first by the root: schemas read the switch when they are made.
 */
if (typeof window !== 'undefined') config({ jitless: true });
