CREATE INDEX CONCURRENTLY IF NOT EXISTS "feedback_tickets_assigned" ON "feedback_tickets" USING btree ("assignee_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
