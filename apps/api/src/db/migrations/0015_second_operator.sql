CREATE TABLE "decision_proposals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"user_id" integer,
	"proposed_by" integer,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "decision_proposals_amount" CHECK (amount >= 0),
	CONSTRAINT "decision_proposals_decided" CHECK ((outcome is null) = (decided_at is null))
);
--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_proposals_one_open" ON "decision_proposals" USING btree ("subject") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "decision_proposals_proposed" ON "decision_proposals" USING btree ("proposed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decision_proposals_user" ON "decision_proposals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "decision_proposals_proposed_by" ON "decision_proposals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "decision_proposals_decided_by" ON "decision_proposals" USING btree ("decided_by");