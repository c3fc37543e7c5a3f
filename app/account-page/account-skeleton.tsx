import { LoadingStatus, Skeleton } from '#app/ui/skeleton.tsx';

import { SETTINGS_SECTIONS } from './account-parts.ts';

/** Placeholder in the shape of the page. */
export const SettingsSkeleton = () => (
  <>
    <LoadingStatus />
    {SETTINGS_SECTIONS.slice(0, 4).map(({ id, label }) => (
      <section key={id} className="acc-part" aria-hidden="true">
        <div className="acc-part-head">
          <h2 className="h2">{label}</h2>
        </div>
        <Skeleton rows={id === 'second-step' ? 3 : 1} hideStatus />
      </section>
    ))}
  </>
);
