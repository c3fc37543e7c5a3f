import { useEffect, useState } from 'react';

/** Returns the pixel size of an image once it is loaded; null before and without an image. */
export function useLogoSize(src: string | null): { width: number; height: number } | null {
  const [size, setSize] = useState<{ src: string; width: number; height: number } | null>(null);
  useEffect(() => {
    if (!src) return undefined;
    const image = new Image();
    image.onload = () => setSize({ src, width: image.naturalWidth, height: image.naturalHeight });
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src]);
  return size && size.src === src && size.width > 0 && size.height > 0 ? size : null;
}
