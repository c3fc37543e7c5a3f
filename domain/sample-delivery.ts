import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Deliverable } from './deliverable.ts';
import type { Delivered, DeliveredContent } from './delivered.ts';
import { DAY_MS } from './time-units.ts';

const SAMPLE_KEY = '7K2M9-QX4TR-0BN6W-VD31H-ZP8CF';

/** `getFileUrl`: where the link to a file leads, by the id of its deliverable. `now` in milliseconds. */
type SampleOptions = { now: number; getFileUrl: (id: string) => string };

function toContent({ id, settings, file }: Deliverable, { getFileUrl }: SampleOptions): DeliveredContent | null {
  switch (settings.kind) {
    case 'file':
      return file && { kind: 'file', url: getFileUrl(id), fileName: file.fileName, bytes: file.bytes };
    case 'keys':
      return { kind: 'keys', keys: [[settings.prefix, SAMPLE_KEY].filter(Boolean).join('-')] };
    case 'link':
      return settings.url === '' ? null : { kind: 'link', url: settings.url };
    case 'text':
      return { kind: 'text', text: settings.text };
  }
}

function toSample(deliverable: Deliverable, options: SampleOptions): Delivered {
  const { id, kind, name, settings } = deliverable;
  const content = toContent(deliverable, options);
  const { validity, validDays } = settings;
  const endsAt = validity === 'days' ? new Date(options.now + validDays * DAY_MS).toISOString() : null;
  return { id, kind, name, status: content ? 'ready' : 'incomplete', endsAt, content };
}

/** Lists everything that a page delivers as a buyer would see it, with made-up license keys. */
export const listSampleDelivery = (
  { delivery }: Pick<CheckoutPageConfig, 'delivery'>,
  deliverables: readonly Deliverable[],
  options: SampleOptions,
): Delivered[] =>
  delivery.items.flatMap(({ id }) => {
    const deliverable = deliverables.find((one) => one.id === id);
    return deliverable ? [toSample(deliverable, options)] : [];
  });
