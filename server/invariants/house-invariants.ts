import { sql } from 'drizzle-orm';

import { SESSION_LONGEST_MS } from '#server/auth/session-life.ts';

import { before, HOUR_MS, MINUTE_MS, type Invariant } from './invariant.ts';

const DAY_MS = 24 * HOUR_MS;

/** Invariants of background work, and of what users and services see. */
export const HOUSE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'events-worked-off',
    holds: 'An event that came in is acted on within five minutes, or waits for its next try.',
    broken: ({ mode, realNow }) => sql`
      select e.id as id from provider_events e
      where e.mode = ${mode} and e.status = 'received'
        and e.received_at < ${before(realNow, 5 * MINUTE_MS)}::timestamptz
        and e.next_at < ${before(realNow, 5 * MINUTE_MS)}::timestamptz`,
  },
  {
    name: 'attempts-answered',
    holds: 'The provider has answered each attempt within ten minutes.',
    broken: ({ mode, now }) => sql`
      select t.id::text as id from attempts t
      where t.state = 'new' and t.created_at < ${before(now, 10 * MINUTE_MS)}::timestamptz and t.mode = ${mode}`,
  },
  {
    name: 'mail-goes-out',
    holds: 'Mail goes out within an hour of its time.',
    broken: ({ now, realNow }) => sql`
      select m.id::text as id from outbox m
      where m.status = 'waiting' and case when m.attempts = 0
        then m.created_at < ${before(now, HOUR_MS)}::timestamptz
        else m.next_at < ${before(realNow, HOUR_MS)}::timestamptz end`,
  },
  {
    name: 'slug-has-page',
    holds: 'An address of a published page leads to the one version that is live, of the same seller.',
    broken: () => sql`
      select l.slug as id from slugs l join pages p on p.id = l.page_id
        left join page_versions v on v.page_id = p.id and v.number = p.live_version
      where l.released_at is null and p.deleted_at is null and p.live_version > 0
        and (v.id is null or l.seller_id <> p.seller_id)`,
  },
  {
    name: 'page-has-slug',
    holds: 'A published page has an address.',
    broken: () => sql`
      select p.id::text as id from pages p left join slugs l on l.page_id = p.id and l.released_at is null
      where p.live_version > 0 and p.deleted_at is null and l.slug is null`,
  },
  {
    name: 'images-are-there',
    holds: 'An image that a published page shows is there.',
    broken: ({ since }) => sql`
      select distinct v.page_id::text || ' ' || left(shown.sha256, 12) as id
      from page_versions v join pages p on p.id = v.page_id and p.live_version = v.number,
        lateral (select (regexp_matches(v.config::text, '/media/([0-9a-f]{64})', 'g'))[1] as sha256) shown
        left join media m on m.sha256 = shown.sha256
      where p.deleted_at is null and v.created_at >= ${since.toISOString()}::timestamptz and m.sha256 is null`,
  },
  {
    name: 'one-trial',
    holds: 'A seller has one trial: only their first subscription may be one.',
    broken: ({ mode }) => sql`
      select s.seller_id::text as id from plan_subscriptions s
      where s.mode = ${mode} and s.generation > 1 and s.status = 'trialing'`,
  },
  {
    name: 'plans-are-fresh',
    holds: 'A plan that goes on was read from the provider within a day.',
    broken: ({ mode, now }) => sql`
      select s.seller_id::text as id from plan_subscriptions s
      where s.mode = ${mode} and s.status in ('trialing', 'active', 'past_due')
        and coalesce(s.synced_at, s.created_at) < ${before(now, DAY_MS + HOUR_MS)}::timestamptz`,
  },
  {
    name: 'sessions-end',
    holds: 'No session was refreshed after its longest life.',
    broken: ({ realNow }) => sql`
      select s.id::text as id from sessions s
      where s.revoked_at is null and s.refreshed_at > s.created_at + ${SESSION_LONGEST_MS / 1000} * interval '1 second'
        and s.refreshed_at <= ${realNow.toISOString()}::timestamptz`,
  },
];
