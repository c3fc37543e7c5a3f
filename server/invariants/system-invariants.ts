import { sql } from 'drizzle-orm';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { MAX_SESSION_MS } from '#server/auth/session-validity.ts';

import { timeBefore, type Invariant } from './invariant.ts';

/** Invariants of background work, and of what users and services see. */
export const SYSTEM_INVARIANTS: readonly Invariant[] = [
  {
    name: 'events-worked-off',
    description: 'A Stripe event is processed within five minutes or waits for its next try.',
    selectViolations: ({ mode, realNow }) => sql`
      select e.id as id from stripe_events e
      where e.mode = ${mode} and e.status = 'received'
        and e.received_at < ${timeBefore(realNow, 5 * MINUTE_MS)}::timestamptz
        and e.next_at < ${timeBefore(realNow, 5 * MINUTE_MS)}::timestamptz`,
  },
  {
    name: 'attempts-answered',
    description: 'A checkout attempt gets a response from Stripe within ten minutes.',
    selectViolations: ({ mode, now }) => sql`
      select t.id::text as id from checkout_attempts t
      where t.state = 'new' and t.created_at < ${timeBefore(now, 10 * MINUTE_MS)}::timestamptz and t.mode = ${mode}`,
  },
  {
    name: 'mail-goes-out',
    description: 'An email is sent within an hour of its scheduled time.',
    selectViolations: ({ now, realNow }) => sql`
      select m.id::text as id from outbox m
      where m.status = 'waiting' and case when m.tries = 0
        then m.created_at < ${timeBefore(now, HOUR_MS)}::timestamptz
        else m.next_at < ${timeBefore(realNow, HOUR_MS)}::timestamptz end`,
  },
  {
    name: 'slug-has-page',
    description: 'The slug of a published page leads to its live version and belongs to the same seller.',
    selectViolations: () => sql`
      select l.slug as id from slugs l join pages p on p.id = l.page_id
        left join page_versions v on v.page_id = p.id and v.number = p.live_version
      where l.released_at is null and p.deleted_at is null and p.live_version > 0
        and (v.id is null or l.seller_id <> p.seller_id)`,
  },
  {
    name: 'page-has-slug',
    description: 'A published page has a slug.',
    selectViolations: () => sql`
      select p.id::text as id from pages p left join slugs l on l.page_id = p.id and l.released_at is null
      where p.live_version > 0 and p.deleted_at is null and l.slug is null`,
  },
  {
    name: 'images-are-there',
    description: 'Every image on a published page is stored.',
    selectViolations: ({ since }) => sql`
      select distinct v.page_id::text || ' ' || left(shown.sha256, 12) as id
      from page_versions v join pages p on p.id = v.page_id and p.live_version = v.number,
        lateral (select (regexp_matches(v.config::text, '/media/([0-9a-f]{64})', 'g'))[1] as sha256) shown
        left join media m on m.sha256 = shown.sha256
      where p.deleted_at is null and v.created_at >= ${since.toISOString()}::timestamptz and m.sha256 is null`,
  },
  {
    name: 'one-trial',
    description: 'Only a seller’s first plan subscription is a trial.',
    selectViolations: ({ mode }) => sql`
      select s.seller_id::text as id from plan_subscriptions s
      where s.mode = ${mode} and s.generation > 1 and s.status = 'trialing'`,
  },
  {
    name: 'plans-are-fresh',
    description: 'A current plan was fetched from Stripe within the last day.',
    selectViolations: ({ mode, now }) => sql`
      select s.seller_id::text as id from plan_subscriptions s
      where s.mode = ${mode} and s.status in ('trialing', 'active', 'past_due')
        and coalesce(s.synced_at, s.created_at) < ${timeBefore(now, DAY_MS + HOUR_MS)}::timestamptz`,
  },
  {
    name: 'sessions-end',
    description: 'No session was refreshed after its maximum lifetime.',
    selectViolations: ({ realNow }) => sql`
      select s.id::text as id from sessions s
      where s.revoked_at is null and s.refreshed_at > s.created_at + ${MAX_SESSION_MS / 1000} * interval '1 second'
        and s.refreshed_at <= ${realNow.toISOString()}::timestamptz`,
  },
];
