ALTER TABLE "app_versions" ADD COLUMN "git_commit" text;--> statement-breakpoint
ALTER TABLE "app_versions" ADD COLUMN "package_sha256" text;