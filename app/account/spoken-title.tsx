import { useEffect, useRef } from 'react';

/** The heading of what takes the place of a pressed key: it is read out, and the keyboard goes on from it. */
export function SpokenTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 className="h1 spoken" tabIndex={-1} ref={title}>
      {children}
    </h1>
  );
}
