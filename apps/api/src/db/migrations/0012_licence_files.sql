CREATE TABLE "licence_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"licence_id" integer NOT NULL,
	"owner_id" integer,
	"event_id" integer,
	"file_id" text,
	"fingerprint" text,
	"server_name" text NOT NULL,
	"key_id" text NOT NULL,
	"client_key" text,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"released_by" text,
	"released_reason" text,
	"receipt" text,
	CONSTRAINT "licence_files_released" CHECK ((released_at is null) = (released_by is null)),
	CONSTRAINT "licence_files_keyed" CHECK ((file_id is null) = (client_key is null))
);
--> statement-breakpoint
ALTER TABLE "licence_files" ADD CONSTRAINT "licence_files_licence_id_licences_id_fk" FOREIGN KEY ("licence_id") REFERENCES "public"."licences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_files" ADD CONSTRAINT "licence_files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_files" ADD CONSTRAINT "licence_files_event_id_licence_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."licence_events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "licence_files_of_licence" ON "licence_files" USING btree ("licence_id","id");--> statement-breakpoint
CREATE INDEX "licence_files_owner" ON "licence_files" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "licence_files_event" ON "licence_files" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "licence_files_file_id" ON "licence_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "licence_files_client_key" ON "licence_files" USING btree ("client_key");--> statement-breakpoint
CREATE INDEX "licence_files_out" ON "licence_files" USING btree ("expires_at") WHERE released_at is null;