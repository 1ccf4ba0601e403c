CREATE TABLE "job_failures" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"request_id" text NOT NULL
);
