ALTER TABLE "publishers" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;