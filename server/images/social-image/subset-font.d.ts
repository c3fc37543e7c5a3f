declare module 'subset-font' {
  /** Reduces a font to the characters of the text; a variable font with pinned axes becomes a static one. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
