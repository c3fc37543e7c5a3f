/** Attributes of a layout table. */
export const WHOLE = {
  role: 'presentation',
  width: '100%',
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
} as const;

/** Prevents long words from widening the layout. */
export const ANYWHERE = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
