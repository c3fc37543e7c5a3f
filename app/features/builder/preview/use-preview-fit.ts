import { useLayoutEffect, useRef, useState } from 'react';

import { isDeepEqual } from '#domain/deep-equal.ts';

/**
 * Fits a page of `width` pixels into the preview pane: its scale, its height on screen, and the minimum height (in page
 * pixels) that fills the pane.
 */
export function usePreviewFit(width: number) {
  const viewportRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState({ scale: 1, height: 0, minHeight: 0 });

  useLayoutEffect(() => {
    const viewport = viewportRef.current;
    const content = contentRef.current;
    if (!viewport || !content) return;
    const measure = () => {
      const style = getComputedStyle(viewport);
      const availableWidth = viewport.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (availableWidth <= 0) return;
      const scale = Math.min(1, availableWidth / width);
      const nextFit = {
        scale,
        minHeight: viewport.clientHeight / scale,
        height: content.offsetHeight * scale,
      };
      setFit((before) => (isDeepEqual(before, nextFit) ? before : nextFit));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(viewport);
    observer.observe(content);
    measure();
    return () => observer.disconnect();
  }, [width]);

  return { viewportRef, contentRef, ...fit };
}
