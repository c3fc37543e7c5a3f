/** Text of others on one line, and without what a terminal would obey. */
export const plain = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ');
