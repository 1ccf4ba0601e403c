import { createCipheriv, createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  ARCHITECTURES,
  CLIENT_PLATFORMS,
  CODE_ALPHABET,
  formatInvitationCode,
  invitationCodeHead,
  type ReleaseProduct,
} from '@yunduo/validation';
import { randomName, type Files } from '../files.ts';
import { versionKey } from '../modules/store/version-key.ts';
import type { StoredPackage } from '../modules/download/releases.ts';
import { hashToken } from '../modules/codes/tokens.ts';
import type { Db } from '../db/client.ts';
import type { Bilingual } from '../db/schema/bilingual.ts';
import { artefacts, invitations, releases } from '../db/schema/download.ts';
import { daysBefore } from './builders.ts';
import { tarGz, zip } from './download-archives.ts';

const codeOf = (word: string): string =>
  formatInvitationCode(Array.from(word, (symbol) => CODE_ALPHABET.indexOf(symbol)));

/** Invitations of the seeded world, one in each state. Only outside production. */
export const SEED_INVITATIONS = {
  usable: codeOf('TRYYD0FREETEST'),
  expired: codeOf('EXP1REDTEST001'),
  usedUp: codeOf('SPENTTEST00001'),
  revoked: codeOf('REV0KEDTEST001'),
} as const;

interface ReleaseSeed {
  product: ReleaseProduct;
  version: string;
  daysAgo: number;
  /** Days ago; null: offered. */
  withdrawn: number | null;
  notes: Bilingual;
}

const RELEASES: readonly ReleaseSeed[] = [
  {
    product: 'client',
    version: '1.4.1',
    daysAgo: 4,
    withdrawn: 3,
    notes: { zh: '- 换用新的终端字体', en: '- A new font in the terminal' },
  },
  {
    product: 'client',
    version: '1.4.0',
    daysAgo: 12,
    withdrawn: null,
    notes: {
      zh: '- 计划任务可以看到每次运行的完整输出\n- 文件管理支持在两台服务器之间直接传输\n- 修复断网重连后终端不再刷新的问题',
      en: '- Scheduled tasks show the whole output of every run\n- The file manager copies between two servers directly\n- Fixed: the terminal no longer freezes after the network comes back',
    },
  },
  {
    product: 'client',
    version: '1.3.2',
    daysAgo: 70,
    withdrawn: null,
    notes: {
      zh: '- MySQL 管理可以按库备份和恢复\n- 服务器列表可以分组\n- 降低空闲时的内存占用',
      en: '- MySQL: back up and restore a single database\n- Servers can be grouped\n- Less memory while idle',
    },
  },
  {
    product: 'private',
    version: '1.4.0',
    daysAgo: 9,
    withdrawn: null,
    notes: {
      zh: '- 支持 arm64 服务器\n- 升级前自动备份数据目录',
      en: '- Runs on arm64 servers\n- Backs up its data folder before an upgrade',
    },
  },
  {
    product: 'private',
    version: '1.3.2',
    daysAgo: 66,
    withdrawn: null,
    notes: {
      zh: '- 管理员可以限制允许登录的网段\n- 修复证书续期后需要手动重启的问题',
      en: '- Administrators can limit the networks that may sign in\n- Fixed: a renewed certificate needed a restart by hand',
    },
  },
  {
    product: 'private',
    version: '1.3.1',
    daysAgo: 80,
    withdrawn: 78,
    notes: { zh: '- 调整日志格式', en: '- Another format of the logs' },
  },
];

/** `.test` never resolves, so that no image is pulled by mistake. */
export const SAMPLE_IMAGE = 'registry.yunduo.test/yunduo/private';

/** Last line of every sample release's notes, so that the package is not mistaken for the real one. */
export const SAMPLE_NOTE = {
  zh: '- 试用样例：安装包仅含填充数据，用于演示下载和校验',
  en: '- Sample for trials: the package contains filler data and no program',
};

/** Large enough to show the download's progress and how it is resumed. */
const SAMPLE_BYTES = { client: 2_400_000, private: 1_600_000 } as const;

/** Incompressible bytes, deterministic and different for each package. */
function filler(product: ReleaseProduct, name: string): Buffer {
  const key = createHash('sha256').update(name).digest();
  const length = SAMPLE_BYTES[product] + 4 * key.readUInt16BE(0);
  return createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16)).update(Buffer.alloc(length));
}

const readMe = (product: ReleaseProduct, version: string, target: string): string =>
  [
    `云舵 Yunduo ${product === 'client' ? '客户端' : '私有部署'} ${version} · ${target}`,
    '',
    '这是试用环境自带的样例包，里面没有真正的程序。它只用来演示下载、校验和安装流程。',
    'sample.bin 是填充数据，只为让文件有大小。',
    '正式的安装包由运营人员用 npm run ops -- release publish 或 private publish 发布。',
    '',
    'This is a sample of the trial; there is no program in it. It shows how a download is',
    'claimed, checked and installed; sample.bin is filler data. Operators publish the',
    'real packages with npm run ops -- release publish, or private publish.',
    '',
  ].join('\n');

/** The sample's installer: writes two text files into the given folder. */
const sampleInstaller = (version: string): string => `#!/bin/sh
# Sample of the trial: copies its README into the folder given with --prefix.
set -eu
[ "\${1:-}" = --prefix ] && [ -n "\${2:-}" ] || { echo 'usage: install --prefix DIR' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cp "$here/README.txt" "$2/README.txt"
printf '%s\\n' '${version}' >"$2/VERSION"
`;

/** The package of a sample release: a real archive with a README that explains it. */
export function samplePackage(product: ReleaseProduct, version: string, target: string): Buffer {
  const about = { name: 'README.txt', text: readMe(product, version, target) };
  const data = { name: 'sample.bin', text: filler(product, `${product} ${version} ${target}`) };
  if (product === 'client') return zip([about, data]);
  return tarGz([{ name: 'install', text: sampleInstaller(version), executable: true }, about, data]);
}

export type StoredSamples = Map<string, StoredPackage[]>;
const keyOf = ({ product, version }: ReleaseSeed): string => `${product} ${version}`;

/** Stores the packages of the sample releases; returns them by product and version. */
export async function storeSamples(files: Files): Promise<StoredSamples> {
  const samples: StoredSamples = new Map();
  for (const seed of RELEASES) {
    const targets = seed.product === 'client' ? CLIENT_PLATFORMS : ARCHITECTURES;
    const stored: StoredPackage[] = [];
    for (const target of targets) {
      const file = `private/releases/${randomName()}.bin`;
      const bytes = samplePackage(seed.product, seed.version, target);
      stored.push({ target, file, ...(await files.putStream(file, Readable.from([bytes]))) });
    }
    samples.set(keyOf(seed), stored);
  }
  return samples;
}

/** Creates releases of both products and invitations in every state. */
export async function seedReleases(
  db: Db,
  { now, samples }: { now: Date; samples: StoredSamples },
): Promise<void> {
  for (const seed of RELEASES) await createRelease(db, seed, samples.get(keyOf(seed)) ?? [], now);
  const invitation = (code: string, note: string, rest: Partial<typeof invitations.$inferInsert>) => ({
    codeHash: hashToken(code),
    head: invitationCodeHead(code),
    note,
    uses: 1,
    createdAt: daysBefore(now, 30),
    expiresAt: daysBefore(now, -60),
    ...rest,
  });
  await db.insert(invitations).values([
    invitation(SEED_INVITATIONS.usable, '试用环境，大家共用', {
      uses: 1000,
      used: 3,
      expiresAt: null,
      lastUsedAt: daysBefore(now, 2),
    }),
    invitation(SEED_INVITATIONS.expired, '十月线下活动', {
      uses: 50,
      used: 21,
      expiresAt: daysBefore(now, 5),
    }),
    invitation(SEED_INVITATIONS.usedUp, '发给第一位内测用户', { used: 1, lastUsedAt: daysBefore(now, 11) }),
    invitation(SEED_INVITATIONS.revoked, '误发到公开群，已停用', { uses: 10, revokedAt: daysBefore(now, 8) }),
  ]);
}

const sampleDigest = (version: string): string =>
  `sha256:${createHash('sha256').update(`${SAMPLE_IMAGE}:${version}`).digest('hex')}`;

async function createRelease(db: Db, seed: ReleaseSeed, stored: StoredPackage[], now: Date): Promise<void> {
  const { product, version, notes, daysAgo, withdrawn } = seed;
  const [release] = await db
    .insert(releases)
    .values({
      product,
      version,
      versionKey: versionKey(version),
      notes: { zh: `${notes.zh}\n${SAMPLE_NOTE.zh}`, en: `${notes.en}\n${SAMPLE_NOTE.en}` },
      // The trial has no registry: the digest is well formed, but matches no image or package.
      ...(product === 'private' && { image: SAMPLE_IMAGE, digest: sampleDigest(version) }),
      publishedAt: daysBefore(now, daysAgo),
      ...(withdrawn !== null && {
        withdrawnAt: daysBefore(now, withdrawn),
        withdrawReason: '部分电脑上启动失败，请使用下一个版本',
      }),
    })
    .returning({ id: releases.id });
  if (!release) throw new Error(`no release ${version}`);
  const name = product === 'client' ? 'yunduo' : 'yunduo-private';
  const ending = product === 'client' ? 'zip' : 'tar.gz';
  await db.insert(artefacts).values(
    stored.map((one) => ({
      ...one,
      releaseId: release.id,
      filename: `${name}-${version}-${one.target}.${ending}`,
    })),
  );
}
