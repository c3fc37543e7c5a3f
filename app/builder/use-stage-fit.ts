import { useLayoutEffect, useRef, useState } from 'react';

type Fit = { scale: number; height: number; least: number };

const isSameFit = (one: Fit, other: Fit): boolean =>
  one.scale === other.scale && one.height === other.height && one.least === other.least;

/**
 * Fits a page of `width` pixels into the preview pane: its scale, its height on screen, and the minimum height (in page
 * pixels) that fills the pane.
 */
export function useStageFit(width: number) {
  const out = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState<Fit>({ scale: 1, height: 0, least: 0 });

  useLayoutEffect(() => {
    const stage = out.current;
    const page = inner.current;
    if (!stage || !page) return;
    const measure = () => {
      const style = getComputedStyle(stage);
      const room = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (room <= 0) return;
      const scale = Math.min(1, room / width);
      const now = { scale, least: stage.clientHeight / scale, height: page.offsetHeight * scale };
      setFit((before) => (isSameFit(before, now) ? before : now));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    observer.observe(page);
    measure();
    return () => observer.disconnect();
  }, [width]);

  return { out, inner, ...fit };
}
