import { mkdir } from 'node:fs/promises';
import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { errorCodes, type FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { uploadsFolder } from '../file-stores.ts';
import { isFileName, isPrivate } from '../files.ts';
import { sendBytes } from '../modules/files/send-file.ts';
import { unwritable } from '../start-error.ts';

const YEAR = 365 * 24 * 3600;
/** Longest transfer of one file, ms: the limit of a call would cut off a large picture on a slow line. */
const TRANSFER = 10 * 60_000;

/** Nothing in a file runs, whatever its bytes are; pages of other origins may embed it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Stored files under `/uploads`: the bytes of a name never change. */
export const uploads = fp<UploadsOptions>(async (app, { handlerTimeout }) => {
  if (app.config.fileStore === null) await fromFolder(app, handlerTimeout);
  else
    await app.register(async (store) => {
      allowSlowLines(store, handlerTimeout);
      fromStore(store);
    });
});

interface UploadsOptions {
  /** Milliseconds until any call is answered with 503. */
  handlerTimeout: number;
}

/** The limit of a call applies to the first byte of a file only: until then its store may be away. */
function allowSlowLines(routes: FastifyInstance, handlerTimeout: number): void {
  routes.addHook('onRoute', (route) => {
    route.handlerTimeout = TRANSFER;
  });
  routes.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      void reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeout, request.routeOptions.url));
    }, handlerTimeout);
    timer.unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

async function fromFolder(app: FastifyInstance, handlerTimeout: number): Promise<void> {
  const { dataDir } = app.config;
  const root = uploadsFolder(dataDir);
  await mkdir(root, { recursive: true }).catch((error: unknown) => {
    throw unwritable(dataDir, error);
  });
  await app.register(async (folder) => {
    allowSlowLines(folder, handlerTimeout);
    folder.setErrorHandler(
      (error: { statusCode?: number; headers?: Record<string, string> }, _request, reply) => {
        // A download manager resumes by range: 416 with the length tells it that it has the whole file.
        if (error.statusCode === 416)
          return reply
            .code(416)
            .headers(error.headers ?? {})
            .send();
        throw error;
      },
    );
    await folder.register(fastifyStatic, {
      root,
      prefix: '/uploads/',
      decorateReply: false,
      index: false,
      list: false,
      redirect: false,
      // Private files are in a folder whose name starts with a dot (files.ts), which is never served.
      dotfiles: 'ignore',
      cacheControl: true,
      immutable: true,
      maxAge: YEAR * 1000,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(HEADERS)) void reply.header(name, value);
      },
    });
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

/** The same URLs served from a bucket, which is not public itself. */
function fromStore(app: FastifyInstance): void {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const file = request.params['*'];
    const size = isFileName(file) && !isPrivate(file) ? await app.files.size(file) : null;
    if (size === null) {
      reply.callNotFound();
      return reply;
    }
    void reply.headers({ ...HEADERS, 'cache-control': `public, max-age=${YEAR}, immutable` });
    // The name determines the bytes, so it is their ETag.
    const etag = `"${Buffer.from(file).toString('base64url')}"`;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return sendBytes(request, reply, app.files, { file, size, etag, type });
  });
}
