ALTER TABLE "licences" ADD COLUMN "displaced_at" timestamp with time zone;--> statement-breakpoint
-- Doubles from before the index of the next migration: the licence that ends last has the server, the others stay live
-- where they are and cannot be renewed there.
UPDATE "licences" SET "displaced_at" = now()
FROM (
	SELECT id, row_number() OVER (
		PARTITION BY user_id, fingerprint
		ORDER BY expires_at IS NULL DESC, expires_at DESC, bound_at DESC, id DESC
	) AS place
	FROM "licences" WHERE fingerprint IS NOT NULL AND revoked_at IS NULL
) AS ranked
WHERE ranked.place > 1 AND "licences".id = ranked.id;
