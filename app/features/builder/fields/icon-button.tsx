import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Button } from '#app/components/button.tsx';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & { label: string; Icon: LucideIcon };

/** A small icon button; its label is the accessible name and the tooltip. */
export const IconButton = ({ label, className = '', ...rest }: IconButtonProps) => (
  <Button
    variant="bare"
    size="sm"
    {...rest}
    className={`icon-button--small ${className}`}
    aria-label={label}
    title={label}
  />
);
