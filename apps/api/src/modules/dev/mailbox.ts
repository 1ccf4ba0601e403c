import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { devMails } from '../../db/schema/index.ts';

const SHOWN = 200;

/** `/dev/mail.json`: the mails that would have been sent, newest first. */
export function devMailboxPages(app: FastifyInstance): void {
  app.get('/dev/mail.json', async (_request, reply) => {
    const list = await app.db.select().from(devMails).orderBy(desc(devMails.position)).limit(SHOWN);
    void reply.header('cache-control', 'no-store');
    return list.map(({ recipient, subject, text, html, at }) => ({ to: recipient, subject, text, html, at }));
  });
}
