import type { ReachConfig } from '#server/reach-config.ts';
import type { DomainRow } from '#server/db/domains.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { isProof } from './look-up.ts';

/** `isProven`: the TXT record matches; `pointsHere`: the host points to this app. */
export type Verdict = { proof: boolean; road: boolean; fits: boolean };

/** Requires every address to be ours, because visitors are sent to any of them. */
export function verdictOf(
  reach: ReachConfig,
  { proof }: Pick<DomainRow, 'proof'>,
  finding: DomainFinding,
): Verdict {
  const { txt, cname, addresses, ours } = finding;
  const isProven = txt.some((text) => isProof(text, proof));
  const isByName = reach.domainTarget !== null && cname.includes(reach.domainTarget);
  const isByAddress = addresses.length > 0 && addresses.every((address) => ours.includes(address));
  const road = isByName || isByAddress;
  return { proof: isProven, road, fits: isProven && road };
}
