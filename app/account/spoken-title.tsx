import { useEffect, useRef } from 'react';

/** A heading that takes the focus on mount. Use it where new content replaces the clicked button. */
export function SpokenTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 className="h1 spoken" tabIndex={-1} ref={title}>
      {children}
    </h1>
  );
}
