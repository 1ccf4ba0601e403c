CREATE TABLE "consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"protocol" text NOT NULL,
	"version" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"stage" text NOT NULL,
	"token_hash" text NOT NULL,
	"new_email" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "email_changes_address" CHECK ((stage = 'confirmed') = (new_email is not null))
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"email" text NOT NULL,
	"scene" text NOT NULL,
	"subject" integer DEFAULT 0 NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "email_codes_email_scene_subject_pk" PRIMARY KEY("email","scene","subject")
);
--> statement-breakpoint
CREATE TABLE "email_undos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_undos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"old_email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "handovers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_mutes" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "mail_mutes_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_guards" (
	"account" text PRIMARY KEY NOT NULL,
	"failures" timestamp with time zone[] NOT NULL,
	"refused" timestamp with time zone[] NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"nickname" text NOT NULL,
	"gender" text DEFAULT 'secret' NOT NULL,
	"birthday" date,
	"head_image" text,
	"locale" text DEFAULT 'zh' NOT NULL,
	"tb_id" integer,
	"yt_token" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_lower_case" CHECK (email = lower(email))
);
--> statement-breakpoint
CREATE TABLE "licence_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"licence_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"owner_id" integer,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licence_reminders" (
	"licence_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "licence_reminders_licence_id_expires_at_days_pk" PRIMARY KEY("licence_id","expires_at","days")
);
--> statement-breakpoint
CREATE TABLE "licence_terms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"licence_id" integer NOT NULL,
	"order_id" integer,
	"plan" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "licence_transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"licence_id" integer NOT NULL,
	"from_user_id" integer NOT NULL,
	"to_email" text NOT NULL,
	"to_user_id" integer,
	"status" text DEFAULT 'offered' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "licence_transfers_lower_case" CHECK (to_email = lower(to_email))
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"code_sealed" text NOT NULL,
	"code_tail" text NOT NULL,
	"plan" text NOT NULL,
	"order_id" integer,
	"remark" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"fingerprint" text,
	"server_name" text,
	"bound_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	"revoked_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "licences_server_whole" CHECK ((fingerprint is null) = (server_name is null) and (fingerprint is null) = (bound_at is null)),
	CONSTRAINT "licences_started_first" CHECK (started_at is not null or (expires_at is null and fingerprint is null)),
	CONSTRAINT "licences_revoked_by" CHECK ((revoked_at is null) = (revoked_by is null))
);
--> statement-breakpoint
CREATE TABLE "account_closures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_closures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address_hash" text NOT NULL,
	"consents" jsonb NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" jsonb NOT NULL,
	"intro" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activities_dates" CHECK (ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "activity_participations" (
	"activity_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activity_participations_activity_id_user_id_pk" PRIMARY KEY("activity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "discarded_files" (
	"name" text PRIMARY KEY NOT NULL,
	"discarded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"author_id" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_attachments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"ticket_id" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"preview" text,
	"mime" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feedback_attachments_kind" CHECK ((kind = 'picture') = (preview is not null) and (kind = 'picture') = (width is not null) and (width is null) = (height is null))
);
--> statement-breakpoint
CREATE TABLE "feedback_tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"no" text NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"contact_kind" text,
	"contact_value" text,
	"state" text DEFAULT 'open' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "feedback_tickets_contact" CHECK ((contact_kind is null) = (contact_value is null)),
	CONSTRAINT "feedback_tickets_answered" CHECK (state <> 'answered' or answered_at is not null)
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "subscribers_email_lower_case" CHECK (email = lower(email)),
	CONSTRAINT "subscribers_confirmed" CHECK (state <> 'confirmed' or confirmed_at is not null)
);
--> statement-breakpoint
CREATE TABLE "subscription_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subscriber_id" integer NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place" text NOT NULL,
	"position" integer NOT NULL,
	"title" jsonb NOT NULL,
	"intro" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"picture" text,
	"link_text" jsonb,
	"link_href" text,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"draft" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "articles_draft" CHECK (status <> 'draft' or draft is not null),
	CONSTRAINT "articles_whole_link" CHECK ((link_text is null) = (link_href is null))
);
--> statement-breakpoint
CREATE TABLE "protocol_versions" (
	"slug" text NOT NULL,
	"version" text NOT NULL,
	"markdown" jsonb NOT NULL,
	"hash" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "protocol_versions_slug_version_pk" PRIMARY KEY("slug","version")
);
--> statement-breakpoint
CREATE TABLE "protocols" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" jsonb NOT NULL,
	"slogan" jsonb NOT NULL,
	"record_number" text,
	"support_email" text NOT NULL,
	"content_revision" integer DEFAULT 1 NOT NULL,
	"timed_content" text DEFAULT '' NOT NULL,
	CONSTRAINT "site_settings_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "calendar_days" (
	"day" date PRIMARY KEY NOT NULL,
	"working" boolean NOT NULL,
	"name" jsonb NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dev_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dev_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"app_id" integer,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	CONSTRAINT "dev_tokens_some_scope" CHECK (cardinality(scopes) > 0)
);
--> statement-breakpoint
CREATE TABLE "preview_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"app_id" integer NOT NULL,
	"version_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version_id" integer NOT NULL,
	"reviewer_id" integer,
	"decided_at" timestamp with time zone NOT NULL,
	"checks" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_claims" (
	"version_id" integer PRIMARY KEY NOT NULL,
	"reviewer_id" integer NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_reminders" (
	"version_id" integer NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_reminders_version_id_kind_due_at_pk" PRIMARY KEY("version_id","kind","due_at")
);
--> statement-breakpoint
CREATE TABLE "artefacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "artefacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"target" text NOT NULL,
	"filename" text NOT NULL,
	"file" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "artefacts_size" CHECK (size > 0),
	CONSTRAINT "artefacts_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "download_claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "download_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invitation_id" integer NOT NULL,
	"artefact_id" integer NOT NULL,
	"user_id" integer,
	"visitor" text NOT NULL,
	"protocol" text NOT NULL,
	"protocol_version" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_visits" (
	"invitation_id" integer NOT NULL,
	"visitor" text NOT NULL,
	"spent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitation_visits_invitation_id_visitor_pk" PRIMARY KEY("invitation_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code_hash" text NOT NULL,
	"head" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"uses" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_uses" CHECK (uses >= 1 and used between 0 and uses)
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product" text NOT NULL,
	"version" text NOT NULL,
	"version_key" bigint NOT NULL,
	"notes" jsonb NOT NULL,
	"image" text,
	"digest" text,
	"published_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdraw_reason" text,
	CONSTRAINT "releases_image" CHECK ((product = 'private') = (image is not null)),
	CONSTRAINT "releases_digest" CHECK ((image is null) = (digest is null)),
	CONSTRAINT "releases_withdrawn" CHECK ((withdrawn_at is null) = (withdraw_reason is null))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_no" text NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"plan" text,
	"quantity" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"description" jsonb NOT NULL,
	"renews_licence_id" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"provider" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"refund_reason" text,
	"refund_requested_at" timestamp with time zone,
	"refund_approved" boolean,
	"refund_decided_at" timestamp with time zone,
	"refund_note" text DEFAULT '' NOT NULL,
	"invoice" jsonb,
	"invoice_requested_at" timestamp with time zone,
	CONSTRAINT "orders_total" CHECK (quantity > 0 and unit_price > 0 and amount = unit_price * quantity),
	CONSTRAINT "orders_licence_plan" CHECK ((kind = 'licence') = (plan is not null)),
	CONSTRAINT "orders_one_renewed" CHECK (renews_licence_id is null or quantity = 1),
	CONSTRAINT "orders_paid" CHECK ((status in ('paid', 'refund_requested', 'refunded')) = (paid_at is not null)),
	CONSTRAINT "orders_cancelled" CHECK ((status = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancel_reason is null)),
	CONSTRAINT "orders_refund" CHECK (case status
        when 'refund_requested' then refund_requested_at is not null and refund_decided_at is null
        when 'refunded' then refund_approved is true
        else refund_approved is not true and (refund_requested_at is null) = (refund_decided_at is null) end),
	CONSTRAINT "orders_refund_decision" CHECK ((refund_decided_at is null) = (refund_approved is null) and (refund_requested_at is null) = (refund_reason is null)),
	CONSTRAINT "orders_invoice" CHECK ((invoice is null) = (invoice_requested_at is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_no" text NOT NULL,
	"order_id" integer NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'started' NOT NULL,
	"transaction_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_amount" CHECK (amount > 0),
	CONSTRAINT "payments_settled" CHECK ((status = 'started') = (settled_at is null) and (status = 'started' or transaction_id is not null))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"plan" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"note" jsonb NOT NULL,
	"price" integer NOT NULL,
	"currency" text DEFAULT 'CNY' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plans_price" CHECK (price > 0)
);
--> statement-breakpoint
CREATE TABLE "seller" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"company" jsonb NOT NULL,
	"tax_no" text NOT NULL,
	"address" jsonb NOT NULL,
	"phone" text NOT NULL,
	"bank" jsonb NOT NULL,
	"account_name" text NOT NULL,
	"account_number" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seller_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" integer,
	"actor" text NOT NULL,
	"via" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captcha_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"scene" text NOT NULL,
	"kind" text NOT NULL,
	"x" integer,
	"challenge" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"failed" boolean DEFAULT false NOT NULL,
	"counted_at" timestamp with time zone,
	CONSTRAINT "captcha_challenges_kind" CHECK ((kind = 'slider') = (x is not null))
);
--> statement-breakpoint
CREATE TABLE "captcha_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"scene" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dev_mails" (
	"position" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dev_mails_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "dev_mails_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"user_id" integer,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_call_key_pk" PRIMARY KEY("caller","call","key")
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" timestamp with time zone[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_drafts" (
	"app_id" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "app_drafts_five_screenshots" CHECK (jsonb_array_length(content->'screenshots') <= 5)
);
--> statement-breakpoint
CREATE TABLE "app_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"app_id" integer NOT NULL,
	"version_id" integer,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_role" text NOT NULL,
	"actor_id" integer,
	"text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_names" (
	"key" text PRIMARY KEY NOT NULL,
	"app_id" integer NOT NULL,
	"skeleton" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_pictures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"app_id" integer NOT NULL,
	"kind" text NOT NULL,
	"stem" jsonb NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "version_submissions" (
	"version_id" integer NOT NULL,
	"round" integer NOT NULL,
	"content" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "version_submissions_version_id_round_pk" PRIMARY KEY("version_id","round")
);
--> statement-breakpoint
CREATE TABLE "version_suggestions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "version_suggestions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version_id" integer NOT NULL,
	"round" integer NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"reviewer_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	CONSTRAINT "version_suggestions_resolved_by" CHECK ((resolved_at is null) = (resolved_by is null))
);
--> statement-breakpoint
CREATE TABLE "app_download_days" (
	"app_id" integer NOT NULL,
	"version_id" integer NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "app_download_days_app_id_day_version_id_pk" PRIMARY KEY("app_id","day","version_id"),
	CONSTRAINT "app_download_days_added" CHECK (added between 0 and count)
);
--> statement-breakpoint
CREATE TABLE "app_downloads" (
	"version_id" integer NOT NULL,
	"day" date NOT NULL,
	"client_hash" text NOT NULL,
	CONSTRAINT "app_downloads_version_id_day_client_hash_pk" PRIMARY KEY("version_id","day","client_hash")
);
--> statement-breakpoint
CREATE TABLE "app_relations" (
	"app_id" integer NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"target_app_id" integer,
	"package" text,
	"version_constraint" text DEFAULT '' NOT NULL,
	"alternatives" text[] DEFAULT '{}' NOT NULL,
	"bundled" boolean DEFAULT false NOT NULL,
	"note" jsonb NOT NULL,
	CONSTRAINT "app_relations_app_id_kind_position_pk" PRIMARY KEY("app_id","kind","position"),
	CONSTRAINT "app_relations_one_target" CHECK ((target_app_id is null) <> (package is null))
);
--> statement-breakpoint
CREATE TABLE "app_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"app_id" integer NOT NULL,
	"version" text NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"user_id" integer,
	"reporter_hash" text NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"resolution" text,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "app_reports_closed" CHECK ((closed_at is null) = (resolution is null))
);
--> statement-breakpoint
CREATE TABLE "app_screenshots" (
	"app_id" integer NOT NULL,
	"position" integer NOT NULL,
	"stem" jsonb NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" jsonb NOT NULL,
	CONSTRAINT "app_screenshots_app_id_position_pk" PRIMARY KEY("app_id","position")
);
--> statement-breakpoint
CREATE TABLE "app_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"app_id" integer NOT NULL,
	"version" text NOT NULL,
	"version_key" bigint NOT NULL,
	"git_version" text NOT NULL,
	"size" bigint NOT NULL,
	"review_status" text DEFAULT 'draft' NOT NULL,
	"repo_url" text,
	"description" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"reject_reason" text,
	"decision_text" text DEFAULT '' NOT NULL,
	"appealed_at" timestamp with time zone,
	"yank_reason" text,
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "app_versions_due_in_review" CHECK ((review_status = 'in_review') = (due_at is not null))
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "apps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"app_key" text NOT NULL,
	"name" jsonb NOT NULL,
	"intro" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"category" text NOT NULL,
	"os" text[] NOT NULL,
	"arch" text[] NOT NULL,
	"certified" boolean DEFAULT false NOT NULL,
	"source" text NOT NULL,
	"free" boolean DEFAULT true NOT NULL,
	"developer_id" integer,
	"status" text DEFAULT 'pending_release' NOT NULL,
	"logo" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"requirements" jsonb NOT NULL,
	"minimum" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"licence" text NOT NULL,
	"homepage" text,
	"repo_url" text,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"recommended_rank" integer,
	"download_count" integer DEFAULT 0 NOT NULL,
	"current_version_id" integer,
	"first_published_at" timestamp with time zone,
	"last_released_at" timestamp with time zone,
	"search_names" text NOT NULL,
	"search_grams" text[] NOT NULL,
	"search_typos" text[] NOT NULL,
	"search_name_grams" text[] NOT NULL,
	"sort_name_zh" text NOT NULL,
	"sort_name_en" text NOT NULL,
	"taken_down_at" timestamp with time zone,
	"taken_down_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "apps_published_has_version" CHECK (status <> 'published' or current_version_id is not null),
	CONSTRAINT "apps_taken_down_is_not_published" CHECK (status <> 'published' or taken_down_at is null)
);
--> statement-breakpoint
CREATE TABLE "saved_apps" (
	"user_id" integer NOT NULL,
	"app_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_apps_user_id_app_id_pk" PRIMARY KEY("user_id","app_id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_undos" ADD CONSTRAINT "email_undos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_mutes" ADD CONSTRAINT "mail_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_events" ADD CONSTRAINT "licence_events_licence_id_licences_id_fk" FOREIGN KEY ("licence_id") REFERENCES "public"."licences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_events" ADD CONSTRAINT "licence_events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_reminders" ADD CONSTRAINT "licence_reminders_licence_id_licences_id_fk" FOREIGN KEY ("licence_id") REFERENCES "public"."licences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_terms" ADD CONSTRAINT "licence_terms_licence_id_licences_id_fk" FOREIGN KEY ("licence_id") REFERENCES "public"."licences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_terms" ADD CONSTRAINT "licence_terms_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_transfers" ADD CONSTRAINT "licence_transfers_licence_id_licences_id_fk" FOREIGN KEY ("licence_id") REFERENCES "public"."licences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_transfers" ADD CONSTRAINT "licence_transfers_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_transfers" ADD CONSTRAINT "licence_transfers_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_participations" ADD CONSTRAINT "activity_participations_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_participations" ADD CONSTRAINT "activity_participations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_answers" ADD CONSTRAINT "feedback_answers_ticket_id_feedback_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."feedback_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_answers" ADD CONSTRAINT "feedback_answers_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_attachments" ADD CONSTRAINT "feedback_attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_attachments" ADD CONSTRAINT "feedback_attachments_ticket_id_feedback_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."feedback_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_tickets" ADD CONSTRAINT "feedback_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_tokens" ADD CONSTRAINT "subscription_tokens_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protocol_versions" ADD CONSTRAINT "protocol_versions_slug_protocols_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."protocols"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dev_tokens" ADD CONSTRAINT "dev_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dev_tokens" ADD CONSTRAINT "dev_tokens_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_tokens" ADD CONSTRAINT "preview_tokens_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_tokens" ADD CONSTRAINT "preview_tokens_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_checks" ADD CONSTRAINT "review_checks_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_checks" ADD CONSTRAINT "review_checks_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_claims" ADD CONSTRAINT "review_claims_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_claims" ADD CONSTRAINT "review_claims_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reminders" ADD CONSTRAINT "review_reminders_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefacts" ADD CONSTRAINT "artefacts_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_claims" ADD CONSTRAINT "download_claims_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_claims" ADD CONSTRAINT "download_claims_artefact_id_artefacts_id_fk" FOREIGN KEY ("artefact_id") REFERENCES "public"."artefacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_claims" ADD CONSTRAINT "download_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_claims" ADD CONSTRAINT "download_claims_protocol_version" FOREIGN KEY ("protocol","protocol_version") REFERENCES "public"."protocol_versions"("slug","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_visits" ADD CONSTRAINT "invitation_visits_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_plans_plan_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("plan") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_drafts" ADD CONSTRAINT "app_drafts_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_events" ADD CONSTRAINT "app_events_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_events" ADD CONSTRAINT "app_events_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_events" ADD CONSTRAINT "app_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_names" ADD CONSTRAINT "app_names_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_pictures" ADD CONSTRAINT "app_pictures_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_submissions" ADD CONSTRAINT "version_submissions_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_suggestions" ADD CONSTRAINT "version_suggestions_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_suggestions" ADD CONSTRAINT "version_suggestions_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_download_days" ADD CONSTRAINT "app_download_days_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_download_days" ADD CONSTRAINT "app_download_days_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_downloads" ADD CONSTRAINT "app_downloads_version_id_app_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_relations" ADD CONSTRAINT "app_relations_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_relations" ADD CONSTRAINT "app_relations_target_app_id_apps_id_fk" FOREIGN KEY ("target_app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_reports" ADD CONSTRAINT "app_reports_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_reports" ADD CONSTRAINT "app_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_screenshots" ADD CONSTRAINT "app_screenshots_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_versions" ADD CONSTRAINT "app_versions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_developer_id_users_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_current_version_id_app_versions_id_fk" FOREIGN KEY ("current_version_id") REFERENCES "public"."app_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_apps" ADD CONSTRAINT "saved_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_apps" ADD CONSTRAINT "saved_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_of_user" ON "consents" USING btree ("user_id","protocol","version");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_token_hash" ON "email_changes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "email_changes_of_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_codes_expiry" ON "email_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_undos_token_hash" ON "email_undos" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "email_undos_of_user" ON "email_undos" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_code_hash" ON "handovers" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "handovers_session" ON "handovers" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_live_of_user" ON "sessions" USING btree ("user_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_guards_updated" ON "sign_in_guards" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "licence_events_of_licence" ON "licence_events" USING btree ("licence_id","id");--> statement-breakpoint
CREATE INDEX "licence_events_owner" ON "licence_events" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "licence_terms_of_order" ON "licence_terms" USING btree ("order_id","licence_id");--> statement-breakpoint
CREATE INDEX "licence_terms_of_licence" ON "licence_terms" USING btree ("licence_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "licence_transfers_open" ON "licence_transfers" USING btree ("licence_id") WHERE status = 'offered';--> statement-breakpoint
CREATE INDEX "licence_transfers_of_licence" ON "licence_transfers" USING btree ("licence_id","id");--> statement-breakpoint
CREATE INDEX "licence_transfers_incoming" ON "licence_transfers" USING btree ("to_email") WHERE status = 'offered';--> statement-breakpoint
CREATE INDEX "licence_transfers_from" ON "licence_transfers" USING btree ("from_user_id");--> statement-breakpoint
CREATE INDEX "licence_transfers_to" ON "licence_transfers" USING btree ("to_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "licences_code_hash" ON "licences" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "licences_of_user" ON "licences" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "licences_of_order" ON "licences" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "licences_of_server" ON "licences" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "licences_expiry" ON "licences" USING btree ("expires_at") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "account_closures_address" ON "account_closures" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "account_closures_age" ON "account_closures" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "activities_shown" ON "activities" USING btree ("ends_at","starts_at") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "activity_participations_of_user" ON "activity_participations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "feedback_answers_of_ticket" ON "feedback_answers" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "feedback_answers_author" ON "feedback_answers" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_attachments_file" ON "feedback_attachments" USING btree ("file");--> statement-breakpoint
CREATE INDEX "feedback_attachments_of_ticket" ON "feedback_attachments" USING btree ("ticket_id","position");--> statement-breakpoint
CREATE INDEX "feedback_attachments_of_user" ON "feedback_attachments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "feedback_attachments_waiting" ON "feedback_attachments" USING btree ("created_at") WHERE ticket_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_tickets_no" ON "feedback_tickets" USING btree ("no");--> statement-breakpoint
CREATE INDEX "feedback_tickets_of_user" ON "feedback_tickets" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "feedback_tickets_by_state" ON "feedback_tickets" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email" ON "subscribers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscribers_by_state" ON "subscribers" USING btree ("state","changed_at");--> statement-breakpoint
CREATE INDEX "subscription_tokens_of_subscriber" ON "subscription_tokens" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "subscription_tokens_expiry" ON "subscription_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "articles_of_place" ON "articles" USING btree ("place","position","id");--> statement-breakpoint
CREATE INDEX "protocol_versions_current" ON "protocol_versions" USING btree ("slug","published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "dev_tokens_token_hash" ON "dev_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "dev_tokens_of_user" ON "dev_tokens" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "dev_tokens_of_app" ON "dev_tokens" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "dev_tokens_to_announce" ON "dev_tokens" USING btree ("expires_at") WHERE announced_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "preview_tokens_of_app" ON "preview_tokens" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "preview_tokens_of_version" ON "preview_tokens" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "preview_tokens_expiry" ON "preview_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "review_checks_of_version" ON "review_checks" USING btree ("version_id","decided_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_checks_of_reviewer" ON "review_checks" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "review_claims_of_reviewer" ON "review_claims" USING btree ("reviewer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "artefacts_of_release" ON "artefacts" USING btree ("release_id","target");--> statement-breakpoint
CREATE UNIQUE INDEX "artefacts_file" ON "artefacts" USING btree ("file");--> statement-breakpoint
CREATE INDEX "download_claims_invitation" ON "download_claims" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "download_claims_artefact" ON "download_claims" USING btree ("artefact_id");--> statement-breakpoint
CREATE INDEX "download_claims_user" ON "download_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "download_claims_protocol" ON "download_claims" USING btree ("protocol","protocol_version");--> statement-breakpoint
CREATE INDEX "invitation_visits_spent" ON "invitation_visits" USING btree ("spent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_code_hash" ON "invitations" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "releases_version" ON "releases" USING btree ("product","version_key" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_no" ON "orders" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_plan" ON "orders" USING btree ("plan");--> statement-breakpoint
CREATE INDEX "orders_expiry" ON "orders" USING btree ("expires_at") WHERE status in ('pending', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_no" ON "payments" USING btree ("payment_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction" ON "payments" USING btree ("provider","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_takes_effect" ON "payments" USING btree ("order_id") WHERE status in ('succeeded', 'refunded');--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payments_unmatched" ON "payments" USING btree ("order_id") WHERE status = 'unmatched';--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "captcha_challenges_expiry" ON "captcha_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "captcha_tickets_expiry" ON "captcha_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "dev_mails_recipient" ON "dev_mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "idempotency_keys_user" ON "idempotency_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttles_expiry" ON "throttles" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "app_events_of_app" ON "app_events" USING btree ("app_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "app_events_of_version" ON "app_events" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "app_events_actor" ON "app_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "app_events_decisions" ON "app_events" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE action in ('approve', 'reject', 'request_changes');--> statement-breakpoint
CREATE INDEX "app_names_of_app" ON "app_names" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "app_names_skeleton" ON "app_names" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "app_pictures_of_app" ON "app_pictures" USING btree ("app_id","kind");--> statement-breakpoint
CREATE INDEX "app_pictures_age" ON "app_pictures" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "version_suggestions_of_version" ON "version_suggestions" USING btree ("version_id","round","id");--> statement-breakpoint
CREATE INDEX "version_suggestions_reviewer" ON "version_suggestions" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "app_download_days_version" ON "app_download_days" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "app_download_days_open" ON "app_download_days" USING btree ("app_id") WHERE count > added;--> statement-breakpoint
CREATE INDEX "app_downloads_day" ON "app_downloads" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "app_reports_once_a_day" ON "app_reports" USING btree ("app_id","reporter_hash","day");--> statement-breakpoint
CREATE INDEX "app_reports_open" ON "app_reports" USING btree ("created_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "app_reports_created" ON "app_reports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "app_reports_user" ON "app_reports" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_versions_of_app" ON "app_versions" USING btree ("app_id","version_key" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "app_versions_one_in_review" ON "app_versions" USING btree ("app_id") WHERE review_status = 'in_review';--> statement-breakpoint
CREATE UNIQUE INDEX "app_versions_one_open" ON "app_versions" USING btree ("app_id") WHERE review_status in ('draft', 'in_review', 'changes_requested', 'withdrawn');--> statement-breakpoint
CREATE INDEX "app_versions_queue" ON "app_versions" USING btree ("due_at","id") WHERE review_status = 'in_review';--> statement-breakpoint
CREATE UNIQUE INDEX "apps_app_key" ON "apps" USING btree ("app_key");--> statement-breakpoint
CREATE INDEX "apps_developer" ON "apps" USING btree ("developer_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "apps_search_grams" ON "apps" USING gin (indexed_only("search_grams"));--> statement-breakpoint
CREATE INDEX "apps_search_typos" ON "apps" USING gin (indexed_only("search_typos"));--> statement-breakpoint
CREATE INDEX "apps_search_name_grams" ON "apps" USING gin (indexed_only("search_name_grams"));--> statement-breakpoint
CREATE INDEX "apps_by_recommendation" ON "apps" USING btree ("recommended_rank","download_count" DESC NULLS LAST,"id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_by_first_published" ON "apps" USING btree ("first_published_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_by_last_released" ON "apps" USING btree ("last_released_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_by_downloads" ON "apps" USING btree ("download_count" DESC NULLS LAST,"id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_by_name_zh" ON "apps" USING btree ("sort_name_zh","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_by_name_en" ON "apps" USING btree ("sort_name_en","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_by_category" ON "apps" USING btree ("category","recommended_rank","download_count" DESC NULLS LAST,"id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "apps_filters" ON "apps" USING btree ("category","certified","source","os","arch","recommended_rank") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "saved_apps_of_app" ON "saved_apps" USING btree ("app_id");