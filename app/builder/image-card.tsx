import { useState, type ReactNode } from 'react';

import type { ImageUse } from '#domain/image.ts';

import { formatFileSize } from './image-size.ts';
import type { UploadedImage } from './use-image-upload.ts';

type ImageInfo = { width: number; height: number; bytes: number };

/** Reads size and bytes of an image that was not uploaded in this session; bytes are 0 if the browser hides them. */
function readImageInfo(picture: HTMLImageElement): ImageInfo {
  const [entry] = performance.getEntriesByName(picture.currentSrc || picture.src, 'resource');
  const bytes = entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0;
  return { width: picture.naturalWidth, height: picture.naturalHeight, bytes };
}

type ImageCardProps = {
  url: string;
  use: ImageUse;
  busy: boolean;
  image: UploadedImage | null;
  children: ReactNode;
};

/** An image with its dimensions and the file size that buyers download. */
export function ImageCard({ url, use, busy, image, children }: ImageCardProps) {
  const [loaded, setLoaded] = useState<(ImageInfo & { url: string }) | null>(null);
  const info = image ?? (loaded?.url === url ? loaded : null);
  return (
    <div className="b-pic">
      <div className="b-im" data-use={use} aria-busy={busy}>
        <img src={url} alt="" onLoad={({ currentTarget }) => setLoaded({ ...readImageInfo(currentTarget), url })} />
      </div>
      <div className="small b-facts">
        <b className="b-strong b-cut" role="status">
          {busy ? 'Uploading…' : (image?.name ?? 'On the page')}
        </b>
        {info && !busy && (
          <span className="muted num">
            {info.width} × {info.height} px.{info.bytes > 0 && ` Buyers get ${formatFileSize(info.bytes)}.`}
          </span>
        )}
        <div className="b-acts">{children}</div>
      </div>
    </div>
  );
}
