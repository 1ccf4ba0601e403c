CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_of_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "feedback_tickets_created" ON "feedback_tickets" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_created" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_actor" ON "audit_log" USING btree ("actor_id","at" DESC NULLS LAST);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "sessions_live_of_user";
