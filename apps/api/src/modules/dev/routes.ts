import type { FastifyInstance } from 'fastify';
import { devAccount } from './account.ts';
import { devClock } from './clock.ts';
import { devMailboxPages } from './mailbox.ts';
import { solutionOf } from '../captcha/service.ts';
import { apiError } from '../../http/errors.ts';

/** Tools for tests and trials. Never registered in production. */
export async function devTools(app: FastifyInstance): Promise<void> {
  devMailboxPages(app);

  // Target position of the piece: lets a test solve a slider.
  app.get<{ Params: { id: string } }>('/dev/captcha/:id', async (request, reply) => {
    const x = await solutionOf(app.db, request.params.id);
    if (x === null) throw apiError('NOT_FOUND');
    void reply.header('cache-control', 'no-store');
    return { x };
  });

  if (app.config.mode !== 'test') return;
  devClock(app);
  devAccount(app);
}
