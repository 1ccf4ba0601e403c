import { createHash, randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { health } from '@yunduo/api-contract';

import { diskFiles, openFiles } from './file-stores.ts';
import { randomName, type Files } from './files.ts';
import { readConfig } from './config.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { S3_HOST, startS3, type S3Server } from './testing/s3.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

interface Ground {
  files: Files;
  /** All stored names, including drafts. */
  everything(): Promise<string[]>;
  end(): Promise<void>;
}

async function onDisk(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'yunduo-files-'));
  return {
    files: diskFiles(folder, 'https://files.example'),
    everything: async () => (await readdir(folder, { recursive: true })).sort(),
    end: () => rm(folder, { recursive: true, force: true }),
  };
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000);
  throw new Error('the line went dead');
}

const inBucket = (): Promise<Ground> => inStore(s3.store('files', 'here'));

async function inBucketWithHost(): Promise<Ground> {
  // Stands in for a name server: every host below the service resolves to the local server.
  const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
    hostname: string,
    _options: dns.LookupAllOptions,
    done: (error: Error | null, found: dns.LookupAddress[]) => void,
  ) => {
    if (hostname.endsWith(`.${S3_HOST}`)) lookedUp.add(hostname);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  }) as unknown as typeof dns.lookup);
  const lookedUp = new Set<string>();
  // An empty bucket: s3rver cannot paginate a list (it uses a cipher that Node has removed).
  const ground = await inStore(s3.hostStore('other', 'there'));
  return {
    ...ground,
    end() {
      lookup.mockRestore();
      expect([...lookedUp]).toEqual([`other.${S3_HOST}`]);
      return ground.end();
    },
  };
}

async function inStore(store: string): Promise<Ground> {
  const files = await openFiles(readConfig({ FILES_STORE: store, FILES_URL: 'https://files.example' }));
  return {
    files,
    everything: () => namesIn(files.list()),
    end: () => Promise.resolve(),
  };
}

async function namesIn(list: AsyncIterable<string>): Promise<string[]> {
  const names: string[] = [];
  for await (const name of list) names.push(name);
  return names.sort();
}

describe.each([
  ['a folder', onDisk],
  ['a bucket of S3', inBucket],
  ['a bucket of S3 that has a host of its own', inBucketWithHost],
])('Files in %s', (_where, open) => {
  let ground: Ground;
  let files: Files;
  beforeAll(async () => {
    ground = await open();
    files = ground.files;
  });
  afterAll(() => ground.end());

  const listed = (below?: string): Promise<string[]> => namesIn(files.list(below));
  const text = async (name: string, range?: { start: number; end: number }): Promise<string> =>
    (await buffer(files.read(name, range))).toString();

  test('are listed if stored before a time, by folder, and no draft remains', async () => {
    const name = `old/${randomName()}.bin`;
    await files.put(name, Buffer.from('x'));
    // A store reports whole seconds.
    const [past, future] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms)) as [Date, Date];
    expect(await namesIn(files.storedBefore('old', future))).toEqual([name]);
    expect(await namesIn(files.storedBefore('old', past))).toEqual([]);
    expect(await namesIn(files.storedBefore('none', future))).toEqual([]);
    expect(await files.forgetDrafts(future)).toBe(0);
    await files.remove(name);
  });

  test('can be stored: check resolves', async () => {
    await expect(files.check()).resolves.toBeUndefined();
  });

  describe('Stream', () => {
    test('is stored whole, and returns its length and SHA-256', async () => {
      const bytes = Buffer.alloc(300_000, 'lighthouse');
      const chunks = Array.from({ length: 30 }, (_, index) =>
        bytes.subarray(index * 10_000, (index + 1) * 10_000),
      );
      const stored = await files.putStream('streams/whole.bin', Readable.from(chunks));
      expect(stored).toEqual({
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      expect(await files.size('streams/whole.bin')).toBe(bytes.length);
      expect(bytes.equals(await buffer(files.read('streams/whole.bin')))).toBe(true);
    });

    test('without bytes is an empty file', async () => {
      const { size } = await files.putStream('streams/empty.bin', Readable.from([]));
      expect([size, await files.size('streams/empty.bin')]).toEqual([0, 0]);
    });

    test('that fails leaves nothing behind, and rejects with its error', async () => {
      const before = await ground.everything();
      const half = files.putStream('streams/half.bin', Readable.from(broken()));
      await expect(half).rejects.toThrow('the line went dead');
      expect(await ground.everything()).toEqual(before);
      expect(await files.size('streams/half.bin')).toBeNull();
    });
  });

  describe('Reading', () => {
    beforeAll(() => files.put('reading/alphabet.txt', Buffer.from('abcdefghij')));

    test.each([
      [{ start: 0, end: 0 }, 'a'],
      [{ start: 2, end: 4 }, 'cde'],
      [{ start: 9, end: 9 }, 'j'],
      [{ start: 8, end: 100 }, 'ij'],
    ])('returns bytes %j, both ends included', async (range, expected) => {
      expect(await text('reading/alphabet.txt', range)).toBe(expected);
    });

    test('a missing file throws, and has no size', async () => {
      await expect(text('reading/none.txt')).rejects.toThrow('ENOENT');
      expect(await files.size('reading/none.txt')).toBeNull();
    });

    test('removing a file twice is not an error', async () => {
      await files.put('reading/gone.txt', Buffer.from('x'));
      await files.remove('reading/gone.txt');
      await files.remove('reading/gone.txt');
      expect(await files.size('reading/gone.txt')).toBeNull();
    });
  });

  describe('Removed file', () => {
    const minute = (moves: number): Date => new Date(Date.now() + moves * 60_000);

    test.each(['kept/a.txt', 'private/kept/a.txt'])(
      'is not listed, and can be opened by a backup until it is forgotten: %s',
      async (name) => {
        await files.put(name, Buffer.from('bytes'));
        await files.remove(name);
        expect(await namesIn(files.list())).not.toContain(name);
        expect(await files.size(name)).toBeNull();
        expect(await namesIn(files.removedSince(minute(-1)))).toContain(name);
        expect(await namesIn(files.removedSince(minute(1)))).toEqual([]);
        const stored = await files.open(name);
        expect(stored?.size).toBe(5);
        stored?.bytes.destroy();
        expect(await files.forgetRemoved(minute(-1))).toBe(0);
        expect(await files.forgetRemoved(minute(1))).toBeGreaterThan(0);
        expect(await files.open(name)).toBeNull();
      },
    );
  });

  describe('File names', () => {
    test.each([
      '../outside.txt',
      'a/../../outside.txt',
      '/etc/passwd.txt',
      'a//b.txt',
      'a/./b.txt',
      '.private/a.txt',
      'a/.hidden.txt',
      'a\\b.txt',
      'a/b.txt\0.webp',
      'A/b.txt',
      'no-extension',
      '',
    ])('%j is rejected', async (name) => {
      const nothing = Readable.from(['x']);
      await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('not a file name');
      await expect(files.putStream(name, nothing)).rejects.toThrow('not a file name');
      await expect(files.size(name)).rejects.toThrow('not a file name');
      expect(() => files.read(name)).toThrow('not a file name');
      expect(() => files.remove(name)).toThrow('not a file name');
    });

    test.each(['..', 'a/..', '/', '.', '.private', ''])(
      '%j is rejected as a folder to list',
      async (below) => {
        await expect(listed(below)).rejects.toThrow('not a folder');
      },
    );

    test('are listed for all files or for one folder', async () => {
      const folder = `list-${randomName().slice(0, 8)}`;
      await files.put(`${folder}/a.txt`, Buffer.from('a'));
      await files.put(`${folder}/deep/b.txt`, Buffer.from('b'));
      await files.put(`private/${folder}/c.txt`, Buffer.from('c'));
      await files.put(`private-${folder}/d.txt`, Buffer.from('d'));
      expect(await listed(folder)).toEqual([`${folder}/a.txt`, `${folder}/deep/b.txt`]);
      expect(await listed(`private/${folder}`)).toEqual([`private/${folder}/c.txt`]);
      expect(await listed()).toEqual(
        expect.arrayContaining([`${folder}/a.txt`, `private/${folder}/c.txt`, `private-${folder}/d.txt`]),
      );
      expect(await listed('none')).toEqual([]);
    });
  });
});

describe.each(['a folder', 'a bucket of S3'])('Private files in %s', (where) => {
  let api: TestApp;
  beforeAll(async () => {
    const env = { FILES_STORE: where === 'a folder' ? '' : s3.store('other') };
    api = await testApp({ env: { ...env, FILES_URL: 'https://files.example' } });
    await api.app.files.put('private/notes/secret.txt', Buffer.from('not for everybody'));
    await api.app.files.put('public/notes.txt', Buffer.from('for everybody'));
  });
  afterAll(() => api.close());

  test('can be read by name, and have no URL', async () => {
    expect((await buffer(api.app.files.read('private/notes/secret.txt'))).toString()).toBe(
      'not for everybody',
    );
    expect(() => api.app.files.url('private/notes/secret.txt')).toThrow('no address');
    expect(api.app.files.url('public/notes.txt')).toBe('https://files.example/uploads/public/notes.txt');
  });

  test.each([
    'private/notes/secret.txt',
    '.private/notes/secret.txt',
    '%70rivate/notes/secret.txt',
    '%2eprivate/notes/secret.txt',
    '%2Eprivate%2Fnotes%2Fsecret.txt',
    '.PRIVATE/notes/secret.txt',
    'public/../.private/notes/secret.txt',
    'public/..%2f.private/notes/secret.txt',
    './/.private/notes/secret.txt',
    '%252eprivate/notes/secret.txt',
  ])('are not served as /uploads/%s', async (path) => {
    const response = await api.app.inject(`/uploads/${path}`);
    expect(response.body).not.toContain('not for everybody');
    expect([400, 403, 404]).toContain(response.statusCode);
  });

  test('return 404, while public files are served', async () => {
    expect((await api.app.inject('/uploads/private/notes/secret.txt')).statusCode).toBe(404);
    expect((await api.app.inject('/uploads/.private/notes/secret.txt')).statusCode).toBe(404);
    expect((await api.app.inject('/uploads/public/notes.txt')).body).toBe('for everybody');
  });
});

test('a file that cannot be written whole leaves nothing in its folder', async () => {
  const { files, everything, end } = await onDisk();
  try {
    await files.put('kept/a.bin', Buffer.from('a'));
    const before = await everything();
    const half = broken() as unknown as Buffer;
    await expect(files.put('kept/b.bin', half)).rejects.toThrow('the line went dead');
    expect(await everything()).toEqual(before);
  } finally {
    await end();
  }
});

describe('S3 bucket', () => {
  test('stores a file of several parts, and reads a range of it', async () => {
    const files = await openFiles(readConfig({ FILES_STORE: s3.store('files', 'large') }));
    const chunk = randomBytes(1024 * 1024);
    const count = 40;
    const hash = createHash('sha256');
    const chunks = function* () {
      for (let index = 0; index < count; index += 1) {
        chunk.writeUInt32BE(index);
        hash.update(chunk);
        yield Buffer.from(chunk);
      }
    };
    const stored = await files.putStream('large/client.bin', Readable.from(chunks()));
    expect(stored).toEqual({ size: count * chunk.length, sha256: hash.digest('hex') });
    expect(await files.size('large/client.bin')).toBe(stored.size);
    const start = 17 * chunk.length;
    const part = await buffer(files.read('large/client.bin', { start, end: start + chunk.length - 1 }));
    expect(part.readUInt32BE()).toBe(17);
    expect(part.subarray(4).equals(chunk.subarray(4))).toBe(true);
  });

  test('rejects unknown credentials with the error of the service', async () => {
    const files = await openFiles(readConfig({ FILES_STORE: s3.stranger }));
    await expect(files.check()).rejects.toThrow('does not exist in our records');
    await expect(files.put('a/b.txt', Buffer.from('x'))).rejects.toThrow('does not exist in our records');
    const source = Readable.from([Buffer.from('x')]);
    await expect(files.putStream('a/b.txt', source)).rejects.toThrow('does not exist in our records');
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    await expect(files.putStream('a/b.txt', endless)).rejects.toThrow('does not exist in our records');
    expect(endless.destroyed).toBe(true);
    await expect(files.size('a/b.txt')).rejects.toThrow();
  });

  describe('of another make than the local one', () => {
    let answer: (method: string, url: URL) => { body?: string; headers?: Record<string, string> };
    const asked: string[] = [];
    const server = createServer(({ method = '', url = '' }, response) => {
      asked.push(`${method} ${url}`);
      const { body = '', headers = {} } = answer(method, new URL(url, 'http://store'));
      response.writeHead('content-range' in headers ? 206 : 200, headers).end(body);
    });
    let files: Files;
    beforeAll(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const store = `s3+http://key:secret@127.0.0.1:${port}/bucket/here`;
      files = await openFiles(readConfig({ FILES_STORE: store }));
    });
    afterAll(() => void server.close());

    test('is listed to its last page', async () => {
      const one = (key: string) =>
        `<Contents><Key>here/${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
      const pages: Record<string, string> = {
        '': `<IsTruncated>true</IsTruncated><NextContinuationToken>2</NextContinuationToken>${one('a/1.txt')}`,
        '2': `<IsTruncated>true</IsTruncated><NextContinuationToken>3</NextContinuationToken>${one('a/2.txt')}`,
        '3': `<IsTruncated>false</IsTruncated><NextContinuationToken>4</NextContinuationToken>${one('a/3.txt')}`,
      };
      answer = (_method, { searchParams }) => ({
        body: `<ListBucketResult>${pages[searchParams.get('continuation-token') ?? ''] ?? ''}</ListBucketResult>`,
      });
      expect(await namesIn(files.list('a'))).toEqual(['a/1.txt', 'a/2.txt', 'a/3.txt']);
    });

    test('that returns more than the requested range: the reader gets the range', async () => {
      answer = () => ({ body: 'cdefgh', headers: { 'content-range': 'bytes 2-7/10' } });
      expect((await buffer(files.read('a/letters.txt', { start: 4, end: 5 }))).toString()).toBe('ef');
    });

    test('keeps parts of uploads that go on, and deletes those of uploads that were abandoned', async () => {
      const upload = (key: string, begun: string) =>
        `<Upload><Key>here/${key}</Key><UploadId>${key}</UploadId><Initiated>${begun}</Initiated></Upload>`;
      const begun = upload('old', '2026-01-01T00:00:00Z') + upload('new', '2026-01-03T00:00:00Z');
      answer = () => ({ body: `<ListMultipartUploadsResult>${begun}</ListMultipartUploadsResult>` });
      asked.length = 0;
      expect(await files.forgetDrafts(new Date('2026-01-02'))).toBe(1);
      expect(asked).toEqual([
        'GET /bucket/?prefix=here%2F&uploads=',
        'DELETE /bucket/here/old?uploadId=old&x-id=AbortMultipartUpload',
      ]);
    });
  });

  test('that is unreachable makes the process not ready', async () => {
    const api = await testApp({ env: { FILES_STORE: 's3+http://key:secret@127.0.0.1:1/files' } });
    const ready = await api.call(health.ready, undefined);
    expect([ready.status, ready.code]).toEqual([503, 'UNAVAILABLE']);
    await api.close();
  });

  describe('Bucket files under /uploads', () => {
    let api: TestApp;
    beforeAll(async () => {
      api = await testApp({ env: { FILES_STORE: s3.store('files', 'served') } });
      await api.app.files.put('pictures/letters.webp', Buffer.from('abcdefghij'));
    });
    afterAll(() => api.close());
    const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      api.app.inject({ url: '/uploads/pictures/letters.webp', method, headers });

    test('are served with type, length, immutable caching and a sandbox policy', async () => {
      const answer = await get();
      expect(answer.body).toBe('abcdefghij');
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': '10',
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(answer.headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      );
      expect(await get({}, 'HEAD')).toMatchObject({ statusCode: 200, body: '' });
    });

    test.each([
      ['avif', 'image/avif'],
      ['gif', 'image/gif'],
      ['jpeg', 'image/jpeg'],
      ['jpg', 'image/jpeg'],
      ['mp4', 'video/mp4'],
      ['png', 'image/png'],
      ['svg', 'image/svg+xml'],
      ['txt', 'text/plain; charset=utf-8'],
      ['webm', 'video/webm'],
      ['bin', 'application/octet-stream'],
    ])('ending in .%s have the type %s', async (ending, type) => {
      await api.app.files.put(`types/one.${ending}`, Buffer.from('x'));
      expect((await api.app.inject(`/uploads/types/one.${ending}`)).headers['content-type']).toBe(type);
    });

    test('are served by range, and return 304 for a known ETag', async () => {
      const part = await get({ range: 'bytes=2-4' });
      expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
        206,
        'cde',
        'bytes 2-4/10',
      ]);
      expect((await get({ range: 'bytes=10-' })).statusCode).toBe(416);
      const { etag } = (await get()).headers;
      for (const tags of [String(etag), `"other", W/${String(etag)}`, '*'])
        expect((await get({ 'if-none-match': tags })).statusCode).toBe(304);
      expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
    });

    test('whose read fails are an error that says nothing of the file, and is not kept', async () => {
      const failing = new Readable({ read: () => void failing.destroy(new Error('the line went dead')) });
      const read = jest.spyOn(api.app.files, 'read').mockReturnValueOnce(failing);
      const answer = await get({ range: 'bytes=2-4' });
      read.mockRestore();
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([500, 'no-cache']);
      for (const name of ['etag', 'accept-ranges', 'content-range'])
        expect(answer.headers).not.toHaveProperty(name);
    });

    test('return 404 for an unknown path', async () => {
      for (const path of ['pictures/none.webp', 'pictures', '', 'pictures/../letters.webp']) {
        expect((await api.app.inject(`/uploads/${path}`)).statusCode).toBe(404);
      }
    });
  });
});
