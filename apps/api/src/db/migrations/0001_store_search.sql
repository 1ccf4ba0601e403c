DROP INDEX "apps_search_grams";--> statement-breakpoint
CREATE INDEX "apps_filters" ON "apps" USING btree ("category","certified","source") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_search_grams" ON "apps" USING gin (indexed_only("search_grams"));