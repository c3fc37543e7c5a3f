import { useEffect, useState } from 'react';

import { SETTINGS_SECTIONS, type SettingsSectionId } from './settings-section.tsx';

/** Distance from the top at which a section becomes the current one, in pixels. */
const READING_LINE = 140;

function findSectionInView(): SettingsSectionId {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const passedSections = SETTINGS_SECTIONS.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top <= READING_LINE;
  });
  const section = atEnd && window.scrollY > 0 ? SETTINGS_SECTIONS.at(-1) : passedSections.at(-1);
  return section?.id ?? SETTINGS_SECTIONS[0].id;
}

/** The section in view, which the navigation highlights. */
function useCurrentSection(): SettingsSectionId {
  const [section, setSection] = useState<SettingsSectionId>(SETTINGS_SECTIONS[0].id);
  useEffect(() => {
    const update = () => setSection(findSectionInView());
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return section;
}

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
