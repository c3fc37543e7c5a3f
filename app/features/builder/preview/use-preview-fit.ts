import { useLayoutEffect, useRef, useState } from 'react';

type PreviewFit = { scale: number; height: number; minHeight: number };

const isSameFit = (a: PreviewFit, b: PreviewFit): boolean =>
  a.scale === b.scale && a.height === b.height && a.minHeight === b.minHeight;

/**
 * Fits a page of `width` pixels into the preview pane: its scale, its height on screen, and the minimum height (in page
 * pixels) that fills the pane.
 */
export function usePreviewFit(width: number) {
  const viewportRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState<PreviewFit>({ scale: 1, height: 0, minHeight: 0 });

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
      setFit((before) => (isSameFit(before, nextFit) ? before : nextFit));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(viewport);
    observer.observe(content);
    measure();
    return () => observer.disconnect();
  }, [width]);

  return { viewportRef, contentRef, ...fit };
}
