import { useEffect, useState } from 'react';

/** Pixels of a picture once it has come; null without one. */
export function useLogoSize(src: string | null): { width: number; height: number } | null {
  const [size, setSize] = useState<{ src: string; width: number; height: number } | null>(null);
  useEffect(() => {
    if (!src) return undefined;
    const picture = new Image();
    picture.onload = () => setSize({ src, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = src;
    return () => {
      picture.onload = null;
    };
  }, [src]);
  return size && size.src === src && size.width > 0 && size.height > 0 ? size : null;
}
