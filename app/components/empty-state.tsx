import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  title: ReactNode;
  /** Level of the title: 1 where the state takes the place of the whole screen. */
  level?: 1 | 2 | 3;
  /** `card` (default) takes the place of a list, `icon` has its icon beside it, `inline` stands inside a list's card. */
  variant?: 'card' | 'icon' | 'inline';
  Icon?: LucideIcon;
  /** A picture above the title. */
  illustration?: ReactNode;
  className?: string;
  /** Explanation and one action. A text becomes a paragraph. */
  children?: ReactNode;
};

/** What a list or screen shows while it has nothing: what will be here, and one action. */
export function EmptyState({ title, level = 2, variant = 'card', Icon, illustration, className, children }: Props) {
  const Heading = `h${level}` as const;
  const icon = Icon && <Icon className={variant === 'icon' ? 'i blank-icon' : 'i'} aria-hidden="true" />;
  const titleClass = variant === 'card' ? 'h2' : 'h3';
  const text = typeof children === 'string' ? <p className="muted">{children}</p> : children;
  if (variant === 'icon')
    return (
      <div className="sheet blank-beside">
        {icon}
        <div className="blank-words">
          <Heading className={titleClass}>{title}</Heading>
          {text}
        </div>
      </div>
    );
  return (
    <div className={[variant === 'card' ? 'sheet pad blank' : 'blank-inline', className].filter(Boolean).join(' ')}>
      {illustration}
      <Heading className={icon ? `${titleClass} empty-state__title` : titleClass}>
        {icon}
        {icon ? <span>{title}</span> : title}
      </Heading>
      {text}
    </div>
  );
}
