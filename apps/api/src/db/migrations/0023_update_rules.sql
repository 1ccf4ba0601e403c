ALTER TABLE "releases" ADD COLUMN "mandatory" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "minimum" text;