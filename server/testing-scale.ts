/** Size of a test that is large only in `npm run test:full`. */
export const shortOrFull = (short: number, full: number): number => (process.env.TEST_SCOPE === 'full' ? full : short);
