import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';

export const uploadsFolder = (dataDir: string): string => join(dataDir, 'files');

/** Stored files under `/uploads`: a name never changes its bytes, and whatever they are, nothing in them runs. */
export const uploads = fp(async (app) => {
  const root = uploadsFolder(app.config.dataDir);
  await mkdir(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    list: false,
    redirect: false,
    // Private files lie in a folder with a dot (files.ts): this keeps them from being served.
    dotfiles: 'ignore',
    cacheControl: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => {
      void reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      );
      void reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
});
