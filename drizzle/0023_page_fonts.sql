CREATE TABLE "font_files" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_fonts" (
	"version_id" uuid NOT NULL,
	"format" text NOT NULL,
	"stylesheet" text NOT NULL,
	"files" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_fonts_version_id_format_pk" PRIMARY KEY("version_id","format")
);
--> statement-breakpoint
ALTER TABLE "page_fonts" ADD CONSTRAINT "page_fonts_version_id_page_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."page_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "font_files_used_at_index" ON "font_files" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "page_fonts_created_at_index" ON "page_fonts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "page_fonts_stylesheet_index" ON "page_fonts" USING btree ("stylesheet");--> statement-breakpoint
CREATE INDEX "page_fonts_files_index" ON "page_fonts" USING gin ("files");