import { Check, Circle } from 'lucide-react';

import type { PageProblem } from '#domain/page-problems.ts';

import { useBuilder } from './builder-context.ts';
import { idOf } from './builder-field.tsx';
import { contentsOf, type ContentsLine } from './contents.ts';
import { sizeText } from './image-size.ts';
import { keyOfField } from './page-tabs.ts';
import { usePageWeight, WEIGHT_BUDGET } from './use-page-weight.ts';

const Sign = ({ state }: Pick<ContentsLine, 'state'>) => {
  if (state === 'empty') return <span className="b-none" aria-hidden="true" />;
  return state === 'ready' ? (
    <Check className="i b-ready" role="img" aria-label="ready" />
  ) : (
    <Circle className="i b-open" role="img" aria-label="missing" />
  );
};

type LineProps = { line: ContentsLine; current: boolean };

function Line({ line, current }: LineProps) {
  const { jump } = useBuilder();
  return (
    <li data-current={current}>
      <a
        href={`#${idOf(line.field)}`}
        aria-current={current ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault();
          jump(line.field);
        }}
      >
        {line.label}
        <span className="dots" aria-hidden="true" />
        <span className="b-value">{line.value}</span>
        <Sign state={line.state} />
      </a>
    </li>
  );
}

type Props = { problems: readonly PageProblem[]; current: string | null; stripe: string };

/** Outline of the page: lists its parts with their state and links each one to its field. */
export function PageReceipt({ problems, current, stripe }: Props) {
  const { config, liveSlug } = useBuilder();
  const parts = contentsOf(config, problems, liveSlug);
  const weight = usePageWeight(config);
  const all = parts.flat().filter(({ state }) => state !== 'empty');
  const ready = all.filter(({ state }) => state === 'ready');
  return (
    <div className="tear-wrap">
      <nav className="tear b-list receipt-type" aria-label="What is on the page">
        <p className="b-list-head">
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
        {parts.map((lines, part) => (
          <div key={part} className="b-list-part">
            <hr className="perf" aria-hidden="true" />
            <ul>
              {lines.map((line) => (
                <Line
                  key={line.label}
                  line={line}
                  current={current !== null && keyOfField(current) === keyOfField(line.field)}
                />
              ))}
            </ul>
          </div>
        ))}
        <hr className="perf" aria-hidden="true" />
        {weight !== null && (
          <p className="b-list-foot">
            <span>Page weight</span>
            <span className={weight > WEIGHT_BUDGET ? 'b-heavy' : ''}>
              {sizeText(weight)}
              {weight > WEIGHT_BUDGET && ', heavy'}
            </span>
          </p>
        )}
        <p className="b-list-foot">
          <span>Stripe</span>
          <span>{stripe}</span>
        </p>
      </nav>
    </div>
  );
}
