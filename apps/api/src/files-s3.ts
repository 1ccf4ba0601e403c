import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileStore } from './config.ts';
import { folderOf, isPrivate, nameOf, REMOVED, storedName, type ByteRange, type Files } from './files.ts';

/** Timeouts in ms for connecting, and for the next byte of a response. */
const CONNECT_TIMEOUT = 2_000;
const IDLE_TIMEOUT = 10_000;
/** Connections of one process to the store. */
const CONNECTIONS = 64;
/** Part size of a large file; S3 accepts at most 10,000 parts: 160 GB. */
const PART_SIZE = 16 * 1024 * 1024;
/** The store reports whole seconds of its own clock: files removed just before the given time are included. */
const CLOCK_MARGIN = 5_000;

/**
 * Files in an S3-compatible bucket. Names in the bucket equal those in the local folder, so that one can be copied into
 * the other: private files are below `.private/`, removed ones below `.removed/`. The bucket itself is not public.
 */
export function s3Files(store: FileStore, baseUrl: string): Files {
  const client = new S3Client({
    endpoint: store.endpoint,
    region: store.region,
    forcePathStyle: store.pathStyle,
    ...(store.credentials && { credentials: store.credentials }),
    maxAttempts: 3,
    // Checksums in trailers are an extension that few stores besides Amazon's support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      socketTimeout: IDLE_TIMEOUT,
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
  });
  const { bucket } = store;
  const place = (path: string) => ({ Bucket: bucket, Key: store.prefix + path });

  const sizeOf = async (path: string): Promise<number | null> => {
    const found = await client.send(new HeadObjectCommand(place(path))).catch(ifMissing(null));
    return found ? (found.ContentLength ?? 0) : null;
  };
  const bytesOf = async (path: string, range?: ByteRange) => {
    const wanted = range && { Range: `bytes=${range.start}-${range.end}` };
    return client.send(new GetObjectCommand({ ...place(path), ...wanted }));
  };
  async function* below(path: string): AsyncGenerator<{ path: string; changed: Date }> {
    let more: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: store.prefix + path,
          ...(more !== undefined && { ContinuationToken: more }),
        }),
      );
      for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? []) {
        yield { path: Key.slice(store.prefix.length), changed: LastModified };
      }
      more = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (more !== undefined);
  }
  const drop = (path: string): Promise<unknown> => client.send(new DeleteObjectCommand(place(path)));

  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...place(storedName(name)), Body: bytes }));
    },
    async putStream(name, bytes) {
      const target = place(storedName(name));
      const hash = createHash('sha256');
      let size = 0;
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      // Multipart: the file is visible only after the last part, and parts of a failed upload are deleted.
      const upload = new Upload({
        client,
        params: { ...target, Body: measured },
        partSize: PART_SIZE,
        queueSize: 2,
        leavePartsOnError: false,
      });
      const flowing = pipeline(bytes, measured);
      flowing.catch(() => undefined);
      try {
        await upload.done();
      } catch (error) {
        // Ends the source, which may have more to send. Its own error, if any, is the upload's.
        measured.destroy();
        await flowing.catch(() => undefined);
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    size: async (name) => sizeOf(storedName(name)),
    read(name, range) {
      const path = storedName(name);
      return Readable.from(
        (async function* () {
          const { Body, ContentRange } = await bytesOf(path, range).catch((error: unknown) => {
            throw isMissing(error) ? missing(name) : error;
          });
          // A store may return more than the requested part (RFC 9110 §14.2): the response gives its start.
          const from = Number(/^bytes (\d+)-/.exec(ContentRange ?? '')?.[1] ?? 0);
          const bytes = Body as Readable;
          yield* range ? partOf(bytes, { start: range.start - from, end: range.end - from }) : bytes;
        })(),
        { objectMode: false },
      );
    },
    async *list(folder) {
      const path = folder === undefined ? '' : `${folderOf(folder)}/`;
      for await (const found of below(path)) {
        if (!found.path.startsWith(`${REMOVED}/`)) yield nameOf(found.path);
      }
    },
    async *storedBefore(folder, moment) {
      for await (const { path, changed } of below(`${folderOf(folder)}/`)) {
        if (changed < moment) yield nameOf(path);
      }
    },
    async forgetDrafts(before) {
      // Parts of unfinished uploads: they are not listed, but use space.
      const { Uploads = [] } = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: store.prefix }))
        .catch(ifUnknown({ Uploads: [] }));
      const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
      for (const { Key, UploadId } of old) {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
      return old.length;
    },
    url(name) {
      if (isPrivate(name)) throw new Error(`a private file has no address: ${name}`);
      return `${baseUrl}/uploads/${name}`;
    },
    // One copy request is limited to 5 GB; no stored file comes near it.
    remove(name) {
      const path = storedName(name);
      const move = async (): Promise<void> => {
        const copied = await client
          .send(
            new CopyObjectCommand({
              ...place(`${REMOVED}/${path}`),
              CopySource: encodeURI(`${bucket}/${store.prefix}${path}`),
            }),
          )
          .catch(ifMissing(null));
        if (copied) await drop(path);
      };
      return move();
    },
    async open(name) {
      const path = storedName(name);
      const found =
        (await bytesOf(path).catch(ifMissing(null))) ??
        (await bytesOf(`${REMOVED}/${path}`).catch(ifMissing(null)));
      return found && { size: found.ContentLength ?? 0, bytes: found.Body as Readable };
    },
    async *removedSince(moment) {
      for await (const { path, changed } of below(`${REMOVED}/`)) {
        if (changed.getTime() + CLOCK_MARGIN >= moment.getTime())
          yield nameOf(path.slice(REMOVED.length + 1));
      }
    },
    async forgetRemoved(before) {
      let forgotten = 0;
      for await (const { path, changed } of below(`${REMOVED}/`)) {
        if (changed >= before) continue;
        await drop(path);
        forgotten += 1;
      }
      return forgotten;
    },
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
    },
  };
}

async function* partOf(bytes: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - at), end + 1 - at);
    if (part.length > 0) yield part;
    at += chunk.length;
    if (at > end) return;
  }
}

/** A HEAD response has no body with an error name: only its status counts. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.name !== 'NoSuchBucket' &&
  error.$metadata.httpStatusCode === 404;

/** The same error as on disk. */
const missing = (name: string): Error =>
  Object.assign(new Error(`ENOENT: no such file in the bucket: ${name}`), { code: 'ENOENT' });

const ifMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return otherwise;
    throw error;
  };

/** A store that does not support a call has nothing for it to clean up. */
const ifUnknown =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return otherwise;
    throw error;
  };
