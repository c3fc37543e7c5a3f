/** Attributes of a layout table. */
export const LAYOUT_TABLE_PROPS = {
  role: 'presentation',
  width: '100%',
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
} as const;

/** Prevents long words from widening the layout. */
export const BREAK_ANYWHERE = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
