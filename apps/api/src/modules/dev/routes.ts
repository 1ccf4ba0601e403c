import type { FastifyInstance } from 'fastify';
import { devMailboxPages } from './mailbox.ts';

/** What tests and trials need to see. The app never registers it in production. */
export async function devTools(app: FastifyInstance): Promise<void> {
  devMailboxPages(app);
}
