import { Children, createContext, use, useDeferredValue, useState, type FocusEvent, type ReactNode } from 'react';

import { BuilderContext, useBuilder, type BuilderContextValue } from './builder-context.ts';

const LatestBuilderContext = createContext<BuilderContextValue | null>(null);

type BuilderProviderProps = { value: BuilderContextValue; children: ReactNode };

/** Everything in the builder follows changes of the page when the browser has time, except for the part of the form in use. */
export function BuilderProvider({ value, children }: BuilderProviderProps) {
  const deferredValue = useDeferredValue(value);
  return (
    <LatestBuilderContext value={value}>
      <BuilderContext value={deferredValue}>{children}</BuilderContext>
    </LatestBuilderContext>
  );
}

/** Renders `children` when the browser has time, because they need not change with every keystroke. */
export const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(children);

function FormPart({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const latest = use(LatestBuilderContext);
  const deferred = useBuilder();
  return <BuilderContext value={isUsed ? latest : deferred}>{children}</BuilderContext>;
}

/** The parts of a form. Only the part that has the focus or was clicked last renders on every keystroke. */
export function FormParts({ children }: { children: ReactNode }) {
  const [usedPart, setUsedPart] = useState<number | null>(null);
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent, index: number) => {
    if (!currentTarget.contains(relatedTarget)) setUsedPart((before) => (before === index ? null : before));
  };
  return Children.map(children, (part, index) => (
    <div
      className="form-part"
      onFocus={() => setUsedPart(index)}
      onPointerDown={() => setUsedPart(index)}
      onBlur={(event) => handleBlur(event, index)}
    >
      <FormPart isUsed={index === usedPart}>{part}</FormPart>
    </div>
  ));
}
