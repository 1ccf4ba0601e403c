import { expect, test } from '@jest/globals';
import { en } from './en/index.ts';
import { storeDescription, storeRequirements } from './listing.ts';
import { zh } from './zh/index.ts';

const none = { zh: '', en: '' };
const nothing = { os: none, gpu: none, hard_disk: none, mem: none, cpu: none, network_card: none };

test('storeDescription puts the escaped description before the details, as paragraphs', () => {
  expect(
    storeDescription({
      description: { zh: '一句\n两句\n\n<b>三句</b>', en: ' ' },
      details: { zh: '<p>详情</p>', en: '<p>Details</p>' },
    }),
  ).toEqual({
    zh: '<p>一句<br />两句</p><p>&lt;b&gt;三句&lt;/b&gt;</p><p>详情</p>',
    en: '<p>Details</p>',
  });
});

test('storeRequirements derives missing requirements from the systems', () => {
  const message = storeRequirements({
    requirements: { ...nothing, mem: { zh: '2 GB', en: '2 GB' }, gpu: { zh: '', en: 'Any with 4 GB' } },
    os: ['debian', 'alma'],
    arch: ['x86_64', 'arm64'],
  });
  expect(message.os).toEqual({ zh: 'Debian、AlmaLinux', en: 'Debian, AlmaLinux' });
  expect(message.cpu).toEqual({ zh: 'x86_64 或 ARM64', en: 'x86_64 or ARM64' });
  expect(message.mem).toEqual({ zh: '2 GB', en: '2 GB' });
  // In one language only: shown as it is, the other stays empty.
  expect(message.gpu).toEqual({ zh: '', en: 'Any with 4 GB' });
  const nothingSpecial = { zh: '无特殊要求', en: 'Nothing special' };
  expect([message.hard_disk, message.network_card]).toEqual([nothingSpecial, nothingSpecial]);
  for (const { os, arch } of [zh.storeTerms, en.storeTerms]) {
    const all = storeRequirements({
      requirements: nothing,
      os: Object.keys(os) as (keyof typeof os)[],
      arch: Object.keys(arch) as (keyof typeof arch)[],
    });
    expect(all.os.en).toBe(Object.values(os).join(', '));
    expect(all.cpu.en).toBe(Object.values(arch).join(' or '));
  }
});
