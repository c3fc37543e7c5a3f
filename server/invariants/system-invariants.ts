import { sql } from 'drizzle-orm';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { MAX_SESSION_MS } from '#server/auth/session-validity.ts';

import { timeBefore, type Invariant } from './invariant.ts';

/** Invariants of background work, and of what users and services see. */
export const SYSTEM_INVARIANTS: readonly Invariant[] = [
  {
    name: 'events-worked-off',
    description: 'An event that came in is acted on within five minutes, or waits for its next try.',
    selectViolations: ({ mode, realNow }) => sql`
      select e.id as id from stripe_events e
      where e.mode = ${mode} and e.status = 'received'
        and e.received_at < ${timeBefore(realNow, 5 * MINUTE_MS)}::timestamptz
        and e.next_at < ${timeBefore(realNow, 5 * MINUTE_MS)}::timestamptz`,
  },
  {
    name: 'attempts-answered',
    description: 'The provider has answered each attempt within ten minutes.',
    selectViolations: ({ mode, now }) => sql`
      select t.id::text as id from checkout_attempts t
      where t.state = 'new' and t.created_at < ${timeBefore(now, 10 * MINUTE_MS)}::timestamptz and t.mode = ${mode}`,
  },
  {
    name: 'mail-goes-out',
    description: 'Mail goes out within an hour of its time.',
    selectViolations: ({ now, realNow }) => sql`
      select m.id::text as id from outbox m
      where m.status = 'waiting' and case when m.tries = 0
        then m.created_at < ${timeBefore(now, HOUR_MS)}::timestamptz
        else m.next_at < ${timeBefore(realNow, HOUR_MS)}::timestamptz end`,
  },
  {
    name: 'slug-has-page',
    description: 'An address of a published page leads to the one version that is live, of the same seller.',
    selectViolations: () => sql`
      select l.slug as id from slugs l join pages p on p.id = l.page_id
        left join page_versions v on v.page_id = p.id and v.number = p.live_version
      where l.released_at is null and p.deleted_at is null and p.live_version > 0
        and (v.id is null or l.seller_id <> p.seller_id)`,
  },
  {
    name: 'page-has-slug',
    description: 'A published page has an address.',
    selectViolations: () => sql`
      select p.id::text as id from pages p left join slugs l on l.page_id = p.id and l.released_at is null
      where p.live_version > 0 and p.deleted_at is null and l.slug is null`,
  },
  {
    name: 'images-are-there',
    description: 'An image that a published page shows is there.',
    selectViolations: ({ since }) => sql`
      select distinct v.page_id::text || ' ' || left(shown.sha256, 12) as id
      from page_versions v join pages p on p.id = v.page_id and p.live_version = v.number,
        lateral (select (regexp_matches(v.config::text, '/media/([0-9a-f]{64})', 'g'))[1] as sha256) shown
        left join media m on m.sha256 = shown.sha256
      where p.deleted_at is null and v.created_at >= ${since.toISOString()}::timestamptz and m.sha256 is null`,
  },
  {
    name: 'one-trial',
    description: 'A seller has one trial: only their first subscription may be one.',
    selectViolations: ({ mode }) => sql`
      select s.seller_id::text as id from plan_subscriptions s
      where s.mode = ${mode} and s.generation > 1 and s.status = 'trialing'`,
  },
  {
    name: 'plans-are-fresh',
    description: 'A plan that goes on was read from the provider within a day.',
    selectViolations: ({ mode, now }) => sql`
      select s.seller_id::text as id from plan_subscriptions s
      where s.mode = ${mode} and s.status in ('trialing', 'active', 'past_due')
        and coalesce(s.synced_at, s.created_at) < ${timeBefore(now, DAY_MS + HOUR_MS)}::timestamptz`,
  },
  {
    name: 'sessions-end',
    description: 'No session was refreshed after its longest life.',
    selectViolations: ({ realNow }) => sql`
      select s.id::text as id from sessions s
      where s.revoked_at is null and s.refreshed_at > s.created_at + ${MAX_SESSION_MS / 1000} * interval '1 second'
        and s.refreshed_at <= ${realNow.toISOString()}::timestamptz`,
  },
];
