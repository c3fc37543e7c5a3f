/** A table that only holds what is in it. */
export const WHOLE = {
  role: 'presentation',
  width: '100%',
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
} as const;

/** Names without blanks must not widen the paper. */
export const ANYWHERE = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
