import { useEffect, useRef } from 'react';

/** A heading that takes the focus on mount. Use it where new content replaces the clicked button. */
export function FocusableHeading({ children }: { children: string }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <h1 className="h1 spoken" tabIndex={-1} ref={headingRef}>
      {children}
    </h1>
  );
}
