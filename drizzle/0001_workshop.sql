ALTER TABLE "pages" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "unpublished_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "deleted_at" timestamp (3) with time zone;