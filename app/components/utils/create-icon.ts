import { createElement, type SVGProps } from 'react';

/** A path's `d`, or the tag and attributes of another shape. */
export type IconShape = string | readonly [tag: string, attributes: Record<string, string>];

/**
 * A Lucide icon with the markup of `lucide-react`, which is what the server renders. The build makes each icon's module
 * with it (`app/icon-modules.ts`).
 */
export const createIcon =
  (iconClass: string, ...shapes: IconShape[]) =>
  ({ className, ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${iconClass} ${className}` : iconClass,
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      ...shapes.map((shape) =>
        typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape),
      ),
    );
