CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_grams" ON "listed_apps" USING gin (indexed_only("search_grams"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_typos" ON "listed_apps" USING gin (indexed_only("search_typos"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_name_grams" ON "listed_apps" USING gin (indexed_only("search_name_grams"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_recommendation" ON "listed_apps" USING btree ("recommended_rank","download_count" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_first_published" ON "listed_apps" USING btree ("first_published_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_last_released" ON "listed_apps" USING btree ("last_released_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_downloads" ON "listed_apps" USING btree ("download_count" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_name_zh" ON "listed_apps" USING btree ("sort_name_zh","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_name_en" ON "listed_apps" USING btree ("sort_name_en","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_by_category" ON "listed_apps" USING btree ("category","recommended_rank","download_count" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listed_apps_filters" ON "listed_apps" USING btree ("category","certified","source","runs_on","recommended_rank");
