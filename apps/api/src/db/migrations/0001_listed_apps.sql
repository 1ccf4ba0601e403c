CREATE TABLE "listed_apps" (
	"id" integer PRIMARY KEY NOT NULL,
	"download_count" integer NOT NULL,
	"certified" boolean NOT NULL,
	"recommended_rank" integer,
	"developer_id" integer,
	"first_published_at" timestamp with time zone,
	"last_released_at" timestamp with time zone,
	"category" text NOT NULL,
	"source" text NOT NULL,
	"runs_on" text NOT NULL,
	"sort_name_zh" text NOT NULL,
	"sort_name_en" text NOT NULL,
	"search_grams" text[] NOT NULL,
	"search_typos" text[] NOT NULL,
	"search_name_grams" text[] NOT NULL
) WITH (toast_tuple_target = 128);
--> statement-breakpoint
-- Rows stay narrow: the grams, which are looked up by their indexes, lie beside them, and all that is read stays.
ALTER TABLE "listed_apps" ALTER COLUMN "category" SET STORAGE MAIN,
	ALTER COLUMN "source" SET STORAGE MAIN,
	ALTER COLUMN "runs_on" SET STORAGE MAIN,
	ALTER COLUMN "sort_name_zh" SET STORAGE MAIN,
	ALTER COLUMN "sort_name_en" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "listed_apps" ADD CONSTRAINT "listed_apps_id_apps_id_fk" FOREIGN KEY ("id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- One place for everybody who changes an app: what is published is listed, as it is.
CREATE FUNCTION list_app() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.status <> 'published' THEN
		DELETE FROM listed_apps WHERE id = new.id;
		RETURN null;
	END IF;
	-- The words are long and change seldom: numbers are written without them.
	IF tg_op = 'UPDATE' AND old.status = 'published' AND old.search_grams = new.search_grams
		AND old.search_typos = new.search_typos AND old.search_name_grams = new.search_name_grams THEN
		UPDATE listed_apps SET
			download_count = new.download_count,
			certified = new.certified,
			recommended_rank = new.recommended_rank,
			developer_id = new.developer_id,
			first_published_at = new.first_published_at,
			last_released_at = new.last_released_at,
			category = new.category,
			source = new.source,
			runs_on = ' ' || array_to_string(new.os || new.arch, ' ') || ' ',
			sort_name_zh = new.sort_name_zh,
			sort_name_en = new.sort_name_en
		WHERE id = new.id;
		IF found THEN
			RETURN null;
		END IF;
	END IF;
	INSERT INTO listed_apps (
		id, download_count, certified, recommended_rank, developer_id, first_published_at, last_released_at,
		category, source, runs_on, sort_name_zh, sort_name_en, search_grams, search_typos, search_name_grams
	) VALUES (
		new.id, new.download_count, new.certified, new.recommended_rank, new.developer_id, new.first_published_at, new.last_released_at,
		new.category, new.source,
		' ' || array_to_string(new.os || new.arch, ' ') || ' ',
		new.sort_name_zh, new.sort_name_en, new.search_grams, new.search_typos, new.search_name_grams
	)
	ON CONFLICT (id) DO UPDATE SET
		download_count = excluded.download_count,
		certified = excluded.certified,
		recommended_rank = excluded.recommended_rank,
		developer_id = excluded.developer_id,
		first_published_at = excluded.first_published_at,
		last_released_at = excluded.last_released_at,
		category = excluded.category,
		source = excluded.source,
		runs_on = excluded.runs_on,
		sort_name_zh = excluded.sort_name_zh,
		sort_name_en = excluded.sort_name_en,
		search_grams = excluded.search_grams,
		search_typos = excluded.search_typos,
		search_name_grams = excluded.search_name_grams;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER apps_are_listed AFTER INSERT OR UPDATE OF status, download_count, certified, recommended_rank, developer_id, first_published_at, last_released_at, category, source, sort_name_zh, sort_name_en, search_grams, search_typos, search_name_grams, os, arch
	ON "apps" FOR EACH ROW EXECUTE FUNCTION list_app();
