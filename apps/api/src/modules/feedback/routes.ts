import { adminFeedback, feedback as calls } from '@yunduo/api-contract';
import { feedbackSchemas as schemas } from '@yunduo/api-contract/schemas';
import { feedbackFile as en } from '@yunduo/i18n/en/feedback-file';
import { feedbackFile as zh } from '@yunduo/i18n/zh/feedback-file';
import { FEEDBACK, HOUR, type ContactKind, type FeedbackType } from '@yunduo/validation';
import { feedbackAnswerSchema, feedbackAssignSchema, feedbackSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn, uploadOf } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { networkOf } from '../throttle/network.ts';
import { actorOf } from '../audit/audit.ts';
import { discardedFilesJob } from '../files/discard.ts';
import { sendFile } from '../files/send-file.ts';
import { throttle } from '../throttle/throttle.ts';
import { answerFeedback, listFeedback } from './answers.ts';
import { assignFeedback, listAssignees } from './assignment.ts';
import { attachmentKey, openAttachmentLink } from './link.ts';
import { storeMedia } from './media.ts';
import {
  presentAttachment,
  presentForOperator,
  presentPerson,
  presentThread,
  presentTicket,
} from './present.ts';
import { listOwnFeedback, ownThread, submitFeedback } from './tickets.ts';
import { attachmentFile, discardUpload, filesOf, forgottenUploads, storeUpload } from './uploads.ts';
import { discardIfGone, uploaderOf } from '../files/upload.ts';

const words = { zh, en };
const UPLOADS_PER_USER = [{ count: FEEDBACK.uploadsPerHour, window: HOUR }];
const UPLOAD = uploadOf(FEEDBACK.videoBytesMax, FEEDBACK.transfer);

/** Users' feedback with pictures and videos, and operators' replies. */
export async function feedbackModule(app: FastifyInstance): Promise<void> {
  const key = attachmentKey(app.config);
  const signing = ({ locale }: FastifyRequest) => ({ key, now: app.clock.now(), locale });
  app.jobs.add(forgottenUploads);
  app.jobs.add(discardedFilesJob);

  route(
    app,
    calls.upload,
    schemas.upload,
    async (_input, request, reply) => {
      const { id } = signedIn(request);
      await throttle(app.db, `feedback-upload:${id}`, app.clock.now(), UPLOADS_PER_USER);
      const media = await storeMedia(request, reply, app.files);
      await discardIfGone(app.files, uploaderOf(request, reply), filesOf(media));
      return presentAttachment(await storeUpload(app, id, media), signing(request));
    },
    UPLOAD,
  );

  route(app, calls.discard, schemas.discard, async ({ id }, request) => {
    await discardUpload(app, signedIn(request).id, id);
    return null;
  });

  route(app, calls.submit, schemas.submit, async (input, request) => {
    const { id } = signedIn(request);
    const form = await checkForm(feedbackSchema, input);
    const ticket = {
      type: form.type as FeedbackType,
      title: form.title,
      description: form.description,
      attachmentIds: form.attachment_ids,
      contact: form.contact && { kind: form.contact.kind as ContactKind, value: form.contact.value ?? '' },
      captchaTicket: input.captcha_ticket,
      network: networkOf(request.ip),
    };
    return withIdempotency(app, request, calls.submit, async (context) => ({
      no: await submitFeedback(context, id, ticket),
    }));
  });

  route(app, calls.my, schemas.my, async (input, request) => {
    const page = await listOwnFeedback(app.db, signedIn(request).id, input);
    return mapPage(page, ({ ticket, ...counts }) => ({ ...presentTicket(ticket), ...counts }));
  });

  route(app, calls.detail, schemas.detail, async ({ no }, request) =>
    presentThread(await ownThread(app.db, signedIn(request).id, no), signing(request)),
  );

  const fileOf = async (link: string | undefined) => {
    const stored = await attachmentFile(app.db, openAttachmentLink(key, link, app.clock.now()));
    const size = await app.files.size(stored.file);
    if (size === null) throw apiError('FEEDBACK_FILE_NOT_FOUND');
    return { ...stored, size };
  };

  // The signed link authorises the request: `<img>` and `<video>` send no token. Links are issued to the owner and to
  // operators.
  route(
    app,
    calls.file,
    schemas.file,
    async ({ link }, request, reply) => {
      const { file, mime, createdAt, size } = await fileOf(link);
      return sendFile(request, reply, app.files, {
        file,
        size,
        // The name is random and its bytes never change: it identifies them as well as a checksum.
        sha256: createHash('sha256').update(file).digest('hex'),
        filename: file.split('/').at(-1) ?? '',
        type: mime,
        modifiedAt: createdAt,
        cache: `private, max-age=${FEEDBACK.link / 1000}`,
      });
    },
    { timeout: FEEDBACK.transfer, opened: { page: '/feedback?view=mine', words } },
  );

  route(app, adminFeedback.list, schemas.adminList, async ({ assignee, ...input }, request) => {
    const whose = { me: signedIn(request).id, nobody: null };
    const page = await listFeedback(app.db, { ...input, ...(assignee && { assignee: whose[assignee] }) });
    return mapPage(page, (thread) => presentForOperator(thread, signing(request)));
  });

  route(app, adminFeedback.assignees, schemas.assignees, async () => ({
    list: (await listAssignees(app.db)).map(presentPerson),
  }));

  route(app, adminFeedback.assign, schemas.assign, async (input, request) => {
    const { no, before } = input;
    const { assignee } = await checkForm(feedbackAssignSchema, input);
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, adminFeedback.assign, async (context) =>
      presentForOperator(await assignFeedback(context, actor, { no, assignee, before }), signing(request)),
    );
  });

  route(app, adminFeedback.answer, schemas.answer, async (input, request) => {
    const { text, close } = await checkForm(feedbackAnswerSchema, input);
    const { no, revision } = input;
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, adminFeedback.answer, async (context) =>
      presentForOperator(
        await answerFeedback(context, actor, { no, revision, text, close }),
        signing(request),
      ),
    );
  });
}
