CREATE TABLE "publisher_names" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publishers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"support_email" text NOT NULL,
	"website" text,
	"proved_host" text,
	"proved_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publisher_names" ADD CONSTRAINT "publisher_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishers" ADD CONSTRAINT "publishers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publisher_names_of_user" ON "publisher_names" USING btree ("user_id");