import { useState, type ReactNode } from 'react';

import type { ImageUse } from '#domain/image.ts';

import { sizeText } from './image-size.ts';
import type { UploadedImage } from './use-image-upload.ts';

type Facts = { width: number; height: number; bytes: number };

/** Reads size and bytes of an image that was not uploaded in this session; bytes are 0 if the browser hides them. */
function factsOf(picture: HTMLImageElement): Facts {
  const [entry] = performance.getEntriesByName(picture.currentSrc || picture.src, 'resource');
  const bytes = entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0;
  return { width: picture.naturalWidth, height: picture.naturalHeight, bytes };
}

type Props = {
  url: string;
  use: ImageUse;
  busy: boolean;
  image: UploadedImage | null;
  children: ReactNode;
};

/** An image with its dimensions and the file size that buyers download. */
export function ImageCard({ url, use, busy, image, children }: Props) {
  const [seen, setSeen] = useState<(Facts & { url: string }) | null>(null);
  const facts = image ?? (seen?.url === url ? seen : null);
  return (
    <div className="b-pic">
      <div className="b-im" data-use={use} aria-busy={busy}>
        <img src={url} alt="" onLoad={({ currentTarget }) => setSeen({ ...factsOf(currentTarget), url })} />
      </div>
      <div className="small b-facts">
        <b className="b-strong b-cut" role="status">
          {busy ? 'Uploading…' : (image?.name ?? 'On the page')}
        </b>
        {facts && !busy && (
          <span className="muted num">
            {facts.width} × {facts.height} px.{facts.bytes > 0 && ` Buyers get ${sizeText(facts.bytes)}.`}
          </span>
        )}
        <div className="b-acts">{children}</div>
      </div>
    </div>
  );
}
