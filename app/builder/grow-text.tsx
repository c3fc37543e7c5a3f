import type { ComponentProps } from 'react';

/** A text area that grows with its text. */
export const AutoGrowTextarea = ({
  className = '',
  value,
  ...rest
}: ComponentProps<'textarea'> & { value: string }) => (
  <span className="b-grow" data-text={value}>
    <textarea rows={1} {...rest} value={value} className={className} />
  </span>
);
