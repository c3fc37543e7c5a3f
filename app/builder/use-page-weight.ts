import { useEffect, useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_PAGE_BYTES } from '#domain/page-weight.ts';

import { fontPreloads } from '#app/checkout-page/fonts/fonts.ts';
import { getPhoneImagePath } from '#app/checkout-page/pictures.tsx';

/** Byte budget of a first page load: about one second on a mid-range phone. */
export const WEIGHT_BUDGET = 400_000;

const sizeRequests = new Map<string, Promise<number>>();

/** Returns the size of a file in bytes, as buyers download it. */
function fetchFileSize(url: string): Promise<number> {
  const request =
    sizeRequests.get(url) ?? fetch(url, { cache: 'force-cache' }).then(async (answer) => (await answer.blob()).size);
  sizeRequests.set(url, request);
  request.catch(() => sizeRequests.delete(url));
  return request;
}

/** Returns the size of a first page load on a phone in bytes; null while unknown. */
export function usePageWeight({ layout, logo, productImage, fonts }: CheckoutPageConfig): number | null {
  const [weight, setWeight] = useState<number | null>(null);
  const files = JSON.stringify([
    ...[logo, productImage && getPhoneImagePath(productImage, layout)].filter((url) => url !== null),
    ...fontPreloads(fonts),
  ]);
  useEffect(() => {
    let current = true;
    Promise.all((JSON.parse(files) as string[]).map(fetchFileSize)).then(
      (sizes) => current && setWeight(sizes.reduce((sum, size) => sum + size, MAX_PAGE_BYTES)),
      () => current && setWeight(null),
    );
    return () => {
      current = false;
    };
  }, [files]);
  return weight;
}
