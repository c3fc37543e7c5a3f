ALTER TABLE "plan_subscriptions" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD COLUMN "new_price" integer;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD COLUMN "new_price_at" timestamp (3) with time zone;