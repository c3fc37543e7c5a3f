const toNameSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that a logo may contain. Others are removed with their children. */
export const SVG_ELEMENTS = toNameSet(`
  svg g defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath`);

/** Elements whose text content is kept. */
export const SVG_TEXT_ELEMENTS = toNameSet('title desc style text tspan textPath');

/** Attributes that a logo may contain. `href` and `style` are checked further. */
export const SVG_ATTRIBUTES = toNameSet(`
  id class style transform href xlink:href xml:space
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points viewBox preserveAspectRatio rotate
  textLength lengthAdjust startOffset offset
  gradientUnits gradientTransform spreadMethod stop-color stop-opacity clipPathUnits clip-path clip-rule
  fill fill-opacity fill-rule opacity color display visibility overflow paint-order vector-effect
  stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset shape-rendering text-rendering
  font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction
  unicode-bidi`);
