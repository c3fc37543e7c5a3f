import { SETTINGS_SECTIONS } from './account-parts.ts';
import { useCurrentSection } from './use-current-part.ts';

/** Navigation between the sections of the page. */
export function SettingsNav() {
  const currentSection = useCurrentSection();
  return (
    <nav className="acc-nav" aria-label="Parts of your account">
      <ul>
        {SETTINGS_SECTIONS.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === currentSection ? 'location' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
