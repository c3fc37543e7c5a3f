import { Info } from 'lucide-react';

import { METRIC_DEFINITIONS, type MetricId } from './definitions.ts';
import { InfoPopover } from './info-pop.tsx';

/** Button that shows the definition and formula of a metric. */
export function DefinitionButton({ metricId }: { metricId: MetricId }) {
  const { name, meaning, formula } = METRIC_DEFINITIONS[metricId];
  return (
    <InfoPopover label={`What ${name} means`} className="an-info" trigger={<Info className="i" aria-hidden="true" />}>
      <p className="h3">{name}</p>
      <p>{meaning}</p>
      <p className="an-formula receipt-type">{formula}</p>
    </InfoPopover>
  );
}
