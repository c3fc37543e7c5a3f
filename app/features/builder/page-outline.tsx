import { Check, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';

import { fontPreloads } from '#app/checkout-page/fonts/fonts.ts';
import { getPhoneImagePath } from '#app/checkout-page/page-images.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-fields.ts';
import { MAX_PAGE_BYTES } from '#domain/page-size.ts';

import { getFieldId } from './fields/builder-field.tsx';
import { formatFileSize } from './fields/image-file.ts';
import { buildOutline, type OutlineLine } from './outline-lines.ts';
import { useBuilder } from './state/builder-context.ts';
import { getConfigKey } from './state/config-keys.ts';

/** Byte budget of a first page load: about one second on a mid-range phone. */
const WEIGHT_BUDGET = 400_000;

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
function usePageWeight({ layout, logo, productImage, fonts }: CheckoutPageConfig): number | null {
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

const StateIcon = ({ state }: Pick<OutlineLine, 'state'>) => {
  if (state === 'empty') return <span className="page-outline__no-icon" aria-hidden="true" />;
  return state === 'ready' ? (
    <Check className="i icon-ready" role="img" aria-label="ready" />
  ) : (
    <Circle className="i icon-missing" role="img" aria-label="missing" />
  );
};

type OutlineItemProps = { line: OutlineLine; current: boolean };

function OutlineItem({ line, current }: OutlineItemProps) {
  const { focusField } = useBuilder();
  return (
    <li data-current={current}>
      <a
        href={`#${getFieldId(line.field)}`}
        aria-current={current ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault();
          focusField(line.field);
        }}
      >
        {line.label}
        <span className="dots" aria-hidden="true" />
        <span className="page-outline__value">{line.value}</span>
        <StateIcon state={line.state} />
      </a>
    </li>
  );
}

type PageOutlineProps = { errors: readonly FieldError[]; current: string | null; stripe: string };

/** Outline of the page: lists its parts with their state and links each one to its field. */
export function PageOutline({ errors, current, stripe }: PageOutlineProps) {
  const { config, liveSlug } = useBuilder();
  const sections = buildOutline(config, errors, liveSlug);
  const weight = usePageWeight(config);
  const all = sections.flat().filter(({ state }) => state !== 'empty');
  const ready = all.filter(({ state }) => state === 'ready');
  return (
    <div className="torn-edge-shadow">
      <nav className="tear page-outline__list receipt-text" aria-label="What is on the page">
        <p className="page-outline__header">
          <span>THIS PAGE</span>
          <span className="muted">
            <span aria-hidden="true">
              {ready.length}/{all.length}
            </span>
            <span className="vh">
              {ready.length} of {all.length} ready
            </span>
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
            <span>Page weight</span>
            <span className={weight > WEIGHT_BUDGET ? 'page-outline__weight--heavy' : ''}>
              {formatFileSize(weight)}
              {weight > WEIGHT_BUDGET && ', heavy'}
            </span>
          </p>
        )}
        <p className="page-outline__footer">
          <span>Stripe</span>
          <span>{stripe}</span>
        </p>
      </nav>
    </div>
  );
}
