import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { squares } from '../files/picture.ts';
import { rewriteVideo } from './video.ts';

const by = (userId: number) => ({ userId, gone: () => false });

test('stuck video jobs end at their timeout and do not block pictures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunduo-videos-'));
  try {
    // A pipe without a writer.
    const source = join(folder, 'sent.mp4');
    execFileSync('mkfifo', [source]);
    const ended: string[] = [];
    const videos = ['1.mp4', '2.mp4', '3.mp4'].map(async (name, index) => {
      const target = join(folder, name);
      expect(await rewriteVideo({ source, target, extension: 'mp4' }, by(index), 1_500)).toBe(false);
      ended.push('video');
    });
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#27b2bc' } }).png();
    await squares(picture, [4], by(9));
    ended.push('picture');
    await Promise.all(videos);
    expect(ended).toEqual(['picture', 'video', 'video', 'video']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
