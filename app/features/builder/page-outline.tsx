import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';

import { fontPreloads } from '#app/checkout-page/fonts/fonts.ts';
import { getPhoneImagePath } from '#app/checkout-page/page-images.tsx';
import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-fields.ts';
import { MAX_PAGE_BYTES } from '#domain/page-size.ts';

import { FieldLink } from './fields/builder-field.tsx';
import { formatFileSize } from './fields/image-file.ts';
import { buildOutline, type OutlineLine } from './outline-lines.ts';
import { useBuilder } from './state/builder-context.ts';
import { getConfigKey } from './state/config-keys.ts';

const messages = builderMessages.outline;

/** Byte budget of a first page load: about one second on a mid-range phone. */
const WEIGHT_BUDGET = 400_000;

/** Returns the size of a file in bytes, as buyers download it. */
const fetchFileSize = async (url: string): Promise<number> =>
  (await (await fetch(url, { cache: 'force-cache' })).blob()).size;

/** Returns the size of a first page load on a phone in bytes; null while unknown. */
function usePageWeight({ layout, logo, productImage, fonts }: CheckoutPageConfig): number | null {
  const images = [logo, productImage && getPhoneImagePath(productImage, layout)].filter((url) => url !== null);
  const files = [...images, ...fontPreloads(fonts)];
  const { data = null } = useQuery({
    queryKey: ['page-weight', files],
    queryFn: async () =>
      (await Promise.all(files.map(fetchFileSize))).reduce((sum, size) => sum + size, MAX_PAGE_BYTES),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return data;
}

const StateIcon = ({ state }: Pick<OutlineLine, 'state'>) => {
  if (state === 'empty') return <span className="page-outline__no-icon" aria-hidden="true" />;
  return state === 'ready' ? (
    <Check className="i icon-ready" role="img" aria-label={messages.ready} />
  ) : (
    <Circle className="i icon-missing" role="img" aria-label={messages.missing} />
  );
};

const OutlineItem = ({ line, current }: { line: OutlineLine; current: boolean }) => (
  <li data-current={current}>
    <FieldLink field={line.field} aria-current={current ? 'true' : undefined}>
      {line.label}
      <span className="dots" aria-hidden="true" />
      <span className="page-outline__value">{line.value}</span>
      <StateIcon state={line.state} />
    </FieldLink>
  </li>
);

type PageOutlineProps = { errors: readonly FieldError[]; current: string | null; stripe: string };

/** Outline of the page: lists its parts with their state and links each one to its field. */
export function PageOutline({ errors, current, stripe }: PageOutlineProps) {
  const { config, liveSlug } = useBuilder();
  const sections = buildOutline(config, errors, liveSlug);
  const weight = usePageWeight(config);
  const all = sections.flat().filter(({ state }) => state !== 'empty');
  const counts = { ready: all.filter(({ state }) => state === 'ready').length, total: all.length };
  return (
    <div className="torn-edge-shadow">
      <nav className="tear page-outline__list receipt-text" aria-label={messages.title}>
        <p className="page-outline__header">
          <span>{messages.title}</span>
          <span className="muted">
            <span aria-hidden="true">{messages.count(counts)}</span>
            <span className="vh">{messages.countLabel(counts)}</span>
          </span>
        </p>
        {sections.map((lines, sectionIndex) => (
          <div key={sectionIndex} className="page-outline__section">
            <hr className="perf" aria-hidden="true" />
            <ul>
              {lines.map((line) => (
                <OutlineItem
                  key={line.label}
                  line={line}
                  current={current !== null && getConfigKey(current) === getConfigKey(line.field)}
                />
              ))}
            </ul>
          </div>
        ))}
        <hr className="perf" aria-hidden="true" />
        {weight !== null && (
          <p className="page-outline__footer">
            <span>{messages.weight}</span>
            <span className={weight > WEIGHT_BUDGET ? 'page-outline__weight--heavy' : ''}>
              {weight > WEIGHT_BUDGET ? messages.heavy({ size: formatFileSize(weight) }) : formatFileSize(weight)}
            </span>
          </p>
        )}
        <p className="page-outline__footer">
          <span>{messages.stripe}</span>
          <span>{stripe}</span>
        </p>
      </nav>
    </div>
  );
}
