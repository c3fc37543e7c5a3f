import type { ComponentProps } from 'react';

type Props = ComponentProps<'dd'> & { label: string };

/** A term of a `<dl>` with its description. Nothing without a description. */
export const Detail = ({ label, children, ...descriptionProps }: Props) =>
  children ? (
    <>
      <dt>{label}</dt>
      <dd {...descriptionProps}>{children}</dd>
    </>
  ) : null;
