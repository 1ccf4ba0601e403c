import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { Files } from '../../files.ts';
import { packageKind } from './package-kind.ts';

const BLOCK = Buffer.concat([Buffer.from('koly'), Buffer.alloc(508)]);
const starting = (hex: string): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(1_000)]);

test.each<[string, Buffer, string | null]>([
  ['a Windows program', starting('4d5a'), 'exe'],
  ['an installer database', starting('d0cf11e0a1b11ae1'), 'msi'],
  ['a ZIP archive', starting('504b0304'), 'zip'],
  ['a macOS package', starting('78617221'), 'pkg'],
  ['a compressed tarball', starting('1f8b08'), 'tar.gz'],
  ['a disk image', Buffer.concat([starting('78617221'), BLOCK]), 'dmg'],
  ['a disk image of one block', BLOCK, 'dmg'],
  ['a block that is cut', BLOCK.subarray(0, 511), null],
  ['a tarball shorter than a block', Buffer.from('1f8b0800', 'hex'), 'tar.gz'],
  ['a text', Buffer.from('#!/bin/sh\n'), null],
])('%s is recognised by its bytes', async (_, bytes, kind) => {
  const files = {
    read: (_file: string, { start, end }: { start: number; end: number }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
  } as unknown as Files;
  expect(await packageKind(files, 'package', bytes.length)).toBe(kind);
});
