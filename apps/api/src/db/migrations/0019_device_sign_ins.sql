CREATE TABLE "device_sign_ins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_code_hash" text NOT NULL,
	"user_code_hash" text NOT NULL,
	"name" text NOT NULL,
	"system" text NOT NULL,
	"network" text NOT NULL,
	"network_hash" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"user_id" integer,
	"session_id" integer,
	"decided_at" timestamp with time zone,
	"interval" integer NOT NULL,
	"next_poll_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_sign_ins" ADD CONSTRAINT "device_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_sign_ins" ADD CONSTRAINT "device_sign_ins_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_sign_ins_device_code" ON "device_sign_ins" USING btree ("device_code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "device_sign_ins_user_code" ON "device_sign_ins" USING btree ("user_code_hash");--> statement-breakpoint
CREATE INDEX "device_sign_ins_of_user" ON "device_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_sign_ins_session" ON "device_sign_ins" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "device_sign_ins_expiry" ON "device_sign_ins" USING btree ("expires_at");