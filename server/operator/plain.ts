/** Replaces control characters, so that foreign text stays on one line and cannot control a terminal. */
export const stripControlChars = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ');
