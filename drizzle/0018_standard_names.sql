-- Tables, columns, indexes and functions get the names of the code (docs/decisions/090). No row is rewritten.
ALTER TABLE "api_replays" RENAME TO "idempotency_records";--> statement-breakpoint
ALTER TABLE "idempotency_records" RENAME CONSTRAINT "api_replays_seller_id_sellers_id_fk" TO "idempotency_records_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER INDEX "api_replays_once" RENAME TO "idempotency_records_key";--> statement-breakpoint
ALTER INDEX "api_replays_old" RENAME TO "idempotency_records_created_at";--> statement-breakpoint
ALTER TABLE "blog_posts" RENAME COLUMN "file_says" TO "file_state";--> statement-breakpoint
ALTER TABLE "domains" RENAME COLUMN "proof" TO "verification_token";--> statement-breakpoint
ALTER TABLE "domains" RENAME COLUMN "proven_at" TO "verified_at";--> statement-breakpoint
ALTER TABLE "domains" RENAME COLUMN "off_at" TO "deactivated_at";--> statement-breakpoint
ALTER INDEX "domains_proven" RENAME TO "domains_verified";--> statement-breakpoint
ALTER TABLE "event_cursors" RENAME TO "reconcile_cursors";--> statement-breakpoint
ALTER TABLE "reconcile_cursors" RENAME COLUMN "listed_to" TO "listed_until";--> statement-breakpoint
ALTER TABLE "reconcile_cursors" RENAME CONSTRAINT "event_cursors_mode_account_id_pk" TO "reconcile_cursors_mode_account_id_pk";--> statement-breakpoint
ALTER INDEX "event_cursors_mode_next_at_index" RENAME TO "reconcile_cursors_mode_next_at_index";--> statement-breakpoint
ALTER TABLE "provider_events" RENAME TO "stripe_events";--> statement-breakpoint
ALTER TABLE "stripe_events" RENAME CONSTRAINT "provider_events_mode_id_pk" TO "stripe_events_mode_id_pk";--> statement-breakpoint
ALTER INDEX "provider_events_due" RENAME TO "stripe_events_due";--> statement-breakpoint
ALTER INDEX "provider_events_parked" RENAME TO "stripe_events_dead_lettered";--> statement-breakpoint
ALTER TABLE "audit_entries" RENAME COLUMN "act" TO "action";--> statement-breakpoint
ALTER TABLE "begun_jobs" RENAME TO "job_starts";--> statement-breakpoint
ALTER TABLE "job_starts" RENAME COLUMN "times" TO "starts";--> statement-breakpoint
ALTER TABLE "job_starts" RENAME COLUMN "begun_at" TO "started_at";--> statement-breakpoint
ALTER TABLE "page_reports" RENAME COLUMN "words" TO "message";--> statement-breakpoint
ALTER TABLE "pay_blocks" RENAME TO "card_testing_blocks";--> statement-breakpoint
ALTER TABLE "card_testing_blocks" RENAME COLUMN "until" TO "blocked_until";--> statement-breakpoint
ALTER TABLE "buyer_subscriptions" RENAME COLUMN "next_try_at" TO "next_retry_at";--> statement-breakpoint
ALTER TABLE "buyer_subscriptions" RENAME CONSTRAINT "buyer_subscriptions_attempt_id_attempts_id_fk" TO "buyer_subscriptions_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER TABLE "disputes" RENAME COLUMN "dispute_id" TO "stripe_dispute_id";--> statement-breakpoint
ALTER TABLE "disputes" RENAME CONSTRAINT "disputes_attempt_id_attempts_id_fk" TO "disputes_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER INDEX "disputes_mode_account_id_dispute_id_index" RENAME TO "disputes_mode_account_id_stripe_dispute_id_index";--> statement-breakpoint
ALTER TABLE "order_events" RENAME CONSTRAINT "order_events_attempt_id_attempts_id_fk" TO "order_events_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "request_key" TO "idempotency_key";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "refund_id" TO "stripe_refund_id";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "failure" TO "failure_reason";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_attempt_id_attempts_id_fk" TO "refunds_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER INDEX "refunds_request" RENAME TO "refunds_idempotency_key";--> statement-breakpoint
ALTER INDEX "refunds_provider" RENAME TO "refunds_stripe_id";--> statement-breakpoint
ALTER INDEX "refunds_asked" RENAME TO "refunds_requested";--> statement-breakpoint
ALTER TABLE "outbox" RENAME COLUMN "attempts" TO "tries";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "outbox_attempt_id_attempts_id_fk" TO "outbox_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER TABLE "attempts" RENAME TO "checkout_attempts";--> statement-breakpoint
ALTER TABLE "checkout_attempts" RENAME COLUMN "holds" TO "has_reservation";--> statement-breakpoint
ALTER TABLE "checkout_attempts" RENAME CONSTRAINT "attempts_seller_id_sellers_id_fk" TO "checkout_attempts_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_attempts" RENAME CONSTRAINT "attempts_page_id_pages_id_fk" TO "checkout_attempts_page_id_pages_id_fk";--> statement-breakpoint
ALTER TABLE "checkout_attempts" RENAME CONSTRAINT "attempts_version_id_page_versions_id_fk" TO "checkout_attempts_version_id_page_versions_id_fk";--> statement-breakpoint
ALTER INDEX "attempts_page_id_token_index" RENAME TO "checkout_attempts_page_id_token_index";--> statement-breakpoint
ALTER INDEX "attempts_mode_account_id_session_id_index" RENAME TO "checkout_attempts_mode_account_id_session_id_index";--> statement-breakpoint
ALTER INDEX "attempts_state_created_at_index" RENAME TO "checkout_attempts_state_created_at_index";--> statement-breakpoint
ALTER INDEX "attempts_started" RENAME TO "checkout_attempts_started";--> statement-breakpoint
ALTER INDEX "attempts_holding" RENAME TO "checkout_attempts_reserved";--> statement-breakpoint
ALTER TABLE "counters" RENAME TO "order_counters";--> statement-breakpoint
ALTER TABLE "order_counters" RENAME COLUMN "last_order" TO "last_order_number";--> statement-breakpoint
ALTER TABLE "order_counters" RENAME CONSTRAINT "counters_seller_id_sellers_id_fk" TO "order_counters_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER TABLE "order_counters" RENAME CONSTRAINT "counters_seller_id_mode_pk" TO "order_counters_seller_id_mode_pk";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "search" TO "search_text";--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_attempt_id_attempts_id_fk" TO "orders_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER TABLE "sales" RENAME CONSTRAINT "sales_attempt_id_attempts_id_fk" TO "sales_attempt_id_checkout_attempts_id_fk";--> statement-breakpoint
ALTER TABLE "pages" RENAME COLUMN "suspended_for" TO "suspension_reason";--> statement-breakpoint
ALTER TABLE "pages" RENAME COLUMN "paused_by" TO "pause_cause";--> statement-breakpoint
ALTER TABLE "pages" RENAME COLUMN "refusals_from" TO "failures_counted_from";--> statement-breakpoint
ALTER TABLE "provider_accounts" RENAME TO "stripe_accounts";--> statement-breakpoint
ALTER TABLE "stripe_accounts" RENAME CONSTRAINT "provider_accounts_seller_id_sellers_id_fk" TO "stripe_accounts_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER INDEX "provider_accounts_mode_seller_id_generation_index" RENAME TO "stripe_accounts_mode_seller_id_generation_index";--> statement-breakpoint
ALTER INDEX "provider_accounts_mode_account_id_index" RENAME TO "stripe_accounts_mode_account_id_index";--> statement-breakpoint
ALTER TABLE "plan_subscriptions" RENAME COLUMN "greeted_at" TO "welcomed_at";--> statement-breakpoint
ALTER TABLE "plan_subscriptions" RENAME COLUMN "access_told" TO "access_announced";--> statement-breakpoint
ALTER TABLE "plan_upgrades" RENAME COLUMN "attempts" TO "tries";--> statement-breakpoint
ALTER TABLE "new_views" RENAME TO "page_view_events";--> statement-breakpoint
ALTER TABLE "page_view_events" RENAME CONSTRAINT "new_views_seller_id_sellers_id_fk" TO "page_view_events_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER TABLE "page_view_events" RENAME CONSTRAINT "new_views_page_id_pages_id_fk" TO "page_view_events_page_id_pages_id_fk";--> statement-breakpoint
ALTER TABLE "view_days" RENAME TO "page_view_days";--> statement-breakpoint
ALTER TABLE "page_view_days" RENAME CONSTRAINT "view_days_seller_id_sellers_id_fk" TO "page_view_days_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER TABLE "page_view_days" RENAME CONSTRAINT "view_days_mode_seller_id_page_id_dimension_day_value_pk" TO "page_view_days_mode_seller_id_page_id_dimension_day_value_pk";--> statement-breakpoint
ALTER TABLE "views" RENAME TO "page_views";--> statement-breakpoint
ALTER TABLE "page_views" RENAME CONSTRAINT "views_seller_id_sellers_id_fk" TO "page_views_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER TABLE "page_views" RENAME CONSTRAINT "views_page_id_pages_id_fk" TO "page_views_page_id_pages_id_fk";--> statement-breakpoint
ALTER INDEX "views_visitor" RENAME TO "page_views_visitor";--> statement-breakpoint
ALTER INDEX "views_seller" RENAME TO "page_views_seller";--> statement-breakpoint
ALTER INDEX "views_old" RENAME TO "page_views_viewed_at";--> statement-breakpoint
ALTER TABLE "visit_salts" RENAME TO "visitor_salts";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME COLUMN "subject" TO "ordering_key";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME COLUMN "last_problem" TO "last_error";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME CONSTRAINT "webhook_deliveries_message_id_webhook_messages_id_fk" TO "webhook_deliveries_message_id_webhook_events_id_fk";--> statement-breakpoint
ALTER INDEX "webhook_deliveries_message" RENAME TO "webhook_deliveries_event";--> statement-breakpoint
ALTER TABLE "webhook_messages" RENAME TO "webhook_events";--> statement-breakpoint
ALTER TABLE "webhook_events" RENAME COLUMN "subject" TO "ordering_key";--> statement-breakpoint
ALTER TABLE "webhook_events" RENAME COLUMN "sentence" TO "summary";--> statement-breakpoint
ALTER TABLE "webhook_events" RENAME CONSTRAINT "webhook_messages_seller_id_sellers_id_fk" TO "webhook_events_seller_id_sellers_id_fk";--> statement-breakpoint
ALTER INDEX "webhook_messages_once" RENAME TO "webhook_events_key";--> statement-breakpoint
ALTER INDEX "webhook_messages_old" RENAME TO "webhook_events_created_at";--> statement-breakpoint
ALTER TABLE "webhook_tries" RENAME TO "webhook_delivery_attempts";--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" RENAME COLUMN "took" TO "duration_ms";--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" RENAME COLUMN "answer_headers" TO "response_headers";--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" RENAME COLUMN "answer" TO "response_body";--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" RENAME COLUMN "answer_cut" TO "is_response_truncated";--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" RENAME COLUMN "problem" TO "error";--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" RENAME CONSTRAINT "webhook_tries_delivery_id_webhook_deliveries_id_fk" TO "webhook_delivery_attempts_delivery_id_webhook_deliveries_id_fk";--> statement-breakpoint
ALTER INDEX "webhook_tries_newest" RENAME TO "webhook_delivery_attempts_newest";
--> statement-breakpoint
ALTER FUNCTION tell_page_change() RENAME TO notify_page_change;--> statement-breakpoint
ALTER FUNCTION tell_blog_change() RENAME TO notify_blog_change;--> statement-breakpoint
ALTER FUNCTION keep_audit_entries() RENAME TO protect_audit_entries;--> statement-breakpoint
CREATE OR REPLACE FUNCTION protect_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '399 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.address IS NULL
    AND (OLD.id, OLD.at, OLD.actor, OLD.actor_id, OLD.seller_id, OLD.action, OLD.subject, OLD.facts)
      IS NOT DISTINCT FROM (NEW.id, NEW.at, NEW.actor, NEW.actor_id, NEW.seller_id, NEW.action, NEW.subject, NEW.facts) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Audit entries cannot be changed';
END $$;
