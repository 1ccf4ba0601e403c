CREATE TABLE "invitation_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitation_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"decision" text,
	"answer" text DEFAULT '' NOT NULL,
	"invitation_id" integer,
	CONSTRAINT "invitation_requests_answered" CHECK ((answered_at is null) = (decision is null)),
	CONSTRAINT "invitation_requests_email_lower" CHECK (email = lower(email))
);
--> statement-breakpoint
ALTER TABLE "invitation_requests" ADD CONSTRAINT "invitation_requests_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_requests_open" ON "invitation_requests" USING btree ("email") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "invitation_requests_created" ON "invitation_requests" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invitation_requests_email" ON "invitation_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitation_requests_invitation" ON "invitation_requests" USING btree ("invitation_id");