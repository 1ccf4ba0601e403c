-- The trigger is there: what changes from now on is listed. Rows are locked while they are copied, so that none is older
-- than what its app says then. Indexes come afterwards; so it is some seconds for tens of thousands, and nobody who
-- reads waits.
INSERT INTO "listed_apps" (
	id, download_count, certified, recommended_rank, developer_id, first_published_at, last_released_at,
	category, source, runs_on, sort_name_zh, sort_name_en, search_grams, search_typos, search_name_grams
)
SELECT apps.id, apps.download_count, apps.certified, apps.recommended_rank, apps.developer_id, apps.first_published_at, apps.last_released_at,
	apps.category, apps.source,
	' ' || array_to_string(apps.os || apps.arch, ' ') || ' ',
	apps.sort_name_zh, apps.sort_name_en, apps.search_grams, apps.search_typos, apps.search_name_grams
FROM "apps" WHERE status = 'published' ORDER BY id FOR SHARE
ON CONFLICT (id) DO NOTHING;
