ALTER TABLE "licences" ADD COLUMN "places" jsonb;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "cloned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "cloned_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dev_mails" ADD COLUMN "headers" jsonb DEFAULT '{}'::jsonb NOT NULL;