ALTER TABLE "buyer_subscriptions" ADD COLUMN "trial_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "buyer_subscriptions" ADD COLUMN "schedule_id" text;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "trial_days" integer;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "installments" integer;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "terms" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "after_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "buyer_subscriptions_trials" ON "buyer_subscriptions" USING btree ("mode","trial_ends_at") WHERE "buyer_subscriptions"."status" = 'trialing';