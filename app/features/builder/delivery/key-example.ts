/** The end is not shown, so that the example is not mistaken for a key. */
const EXAMPLE = '7K2QX-0M4TD-…';

/** Shows how generated license keys begin. */
export const getKeyExample = (prefix: string): string => (prefix === '' ? EXAMPLE : `${prefix}-${EXAMPLE}`);
