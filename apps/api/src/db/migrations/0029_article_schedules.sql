CREATE TABLE "article_schedules" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"publish_at" timestamp with time zone,
	"end_at" timestamp with time zone,
	"actor_id" integer,
	"actor" text NOT NULL,
	CONSTRAINT "article_schedules_step" CHECK (publish_at is not null or end_at is not null),
	CONSTRAINT "article_schedules_order" CHECK (end_at > publish_at)
);
--> statement-breakpoint
ALTER TABLE "article_schedules" ADD CONSTRAINT "article_schedules_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_schedules" ADD CONSTRAINT "article_schedules_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_schedules_publish" ON "article_schedules" USING btree ("publish_at");--> statement-breakpoint
CREATE INDEX "article_schedules_end" ON "article_schedules" USING btree ("end_at");--> statement-breakpoint
CREATE INDEX "article_schedules_actor" ON "article_schedules" USING btree ("actor_id");