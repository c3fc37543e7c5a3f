/** The size of a test that is long in `npm run test:full` alone. */
export const shortOrFull = (short: number, full: number): number =>
  process.env.TEST_SCOPE === 'full' ? full : short;
