ALTER TABLE "captcha_challenges" ADD COLUMN "work" jsonb;--> statement-breakpoint
ALTER TABLE "captcha_challenges" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "captcha_tickets" ADD COLUMN "network" text;