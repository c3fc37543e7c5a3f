ALTER TABLE "pages" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "logged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_events_log" ON "webhook_events" USING btree ("mode","seller_id","position") WHERE "webhook_events"."logged";--> statement-breakpoint
-- Existing keys may do what they could do before: their scopes were divided.
UPDATE "api_keys" SET "scopes" = "scopes" || '["coupons:read"]'::jsonb WHERE "scopes" ? 'pages:read' AND NOT "scopes" ? 'coupons:read';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["checkouts:read"]'::jsonb WHERE "scopes" ? 'checkouts:write' AND NOT "scopes" ? 'checkouts:read';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["subscriptions:read"]'::jsonb WHERE "scopes" ? 'orders:read' AND NOT "scopes" ? 'subscriptions:read';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["refunds:write"]'::jsonb WHERE "scopes" ? 'orders:write' AND NOT "scopes" ? 'refunds:write';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["subscriptions:write"]'::jsonb WHERE "scopes" ? 'orders:write' AND NOT "scopes" ? 'subscriptions:write';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["domains:read"]'::jsonb WHERE "scopes" ? 'domains:write' AND NOT "scopes" ? 'domains:read';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["webhooks:read"]'::jsonb WHERE "scopes" ? 'webhooks:write' AND NOT "scopes" ? 'webhooks:read';--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = "scopes" || '["webhooks:secrets"]'::jsonb WHERE "scopes" ? 'webhooks:write' AND NOT "scopes" ? 'webhooks:secrets';--> statement-breakpoint
-- The old names stay in the lists, because processes of the previous version still emit them during the update.
UPDATE "webhook_endpoints" SET "events" = "events" || '["subscription.cancel_scheduled"]'::jsonb WHERE "events" ? 'subscription.cancellation_set';--> statement-breakpoint
UPDATE "webhook_events" SET "type" = 'subscription.cancel_scheduled' WHERE "type" = 'subscription.cancellation_set';--> statement-breakpoint
UPDATE "webhook_endpoints" SET "events" = "events" || '["subscription.cancel_unscheduled"]'::jsonb WHERE "events" ? 'subscription.cancellation_undone';--> statement-breakpoint
UPDATE "webhook_events" SET "type" = 'subscription.cancel_unscheduled' WHERE "type" = 'subscription.cancellation_undone';
