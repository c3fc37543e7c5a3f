import { ACCOUNT_PARTS } from './account-parts.ts';
import { useCurrentPart } from './use-current-part.ts';

/** Navigation between the sections of the page. */
export function AccountNav() {
  const current = useCurrentPart();
  return (
    <nav className="acc-nav" aria-label="Parts of your account">
      <ul>
        {ACCOUNT_PARTS.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
