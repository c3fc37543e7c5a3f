declare module 'subset-font' {
  /** Reduces a font to the characters of the text; a variable font with pinned axes becomes a static one. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}

declare module 'harfbuzzjs' {
  type Blob = { destroy: () => void };
  type Face = { collectUnicodes: () => Uint32Array; destroy: () => void };
  type Harfbuzz = { createBlob: (font: Uint8Array) => Blob; createFace: (blob: Blob, index: number) => Face };
  const harfbuzz: Promise<Harfbuzz>;
  export default harfbuzz;
}
