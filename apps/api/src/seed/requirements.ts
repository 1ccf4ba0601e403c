import { ARCHITECTURES, OPERATING_SYSTEMS, type OperatingSystem } from '@yunduo/validation';
import type { Bilingual } from '../db/schema/bilingual.ts';
import type { Minimum, Requirements } from '../db/schema/store.ts';
import type { AppSeed, Pair } from './catalogue/define.ts';

/** The oldest supported release of each system. */
const OLDEST: Record<OperatingSystem, readonly [system: string, release: string]> = {
  debian: ['Debian', '11'],
  ubuntu: ['Ubuntu', '20.04'],
  centos: ['CentOS Stream', '9'],
  rocky: ['Rocky Linux', '8'],
  alma: ['AlmaLinux', '8'],
  opensuse: ['openSUSE Leap', '15.5'],
};

const pair = (text: string | Pair): Bilingual =>
  typeof text === 'string' ? { zh: text, en: text } : { zh: text[0], en: text[1] };

/** The requirements as sentences (specification §3). None of our server software requires a graphics card. */
export function requirementsOf(app: AppSeed): Requirements {
  const systems = (app.os ?? OPERATING_SYSTEMS).map((os) => `${OLDEST[os].join(' ')}+`);
  const cores = app.cores ?? 1;
  const both = (app.arch ?? ARCHITECTURES).length > 1;
  return {
    os: { zh: systems.join('、'), en: systems.join(', ') },
    gpu: { zh: '不需要', en: 'None' },
    hard_disk: pair(app.disk),
    mem: pair(app.mem),
    cpu: {
      zh: `${both ? 'x86_64 或 ARM64' : 'x86_64'}，${cores} 核`,
      en: `${both ? 'x86_64 or ARM64' : 'x86_64'}, ${cores} ${cores === 1 ? 'core' : 'cores'}`,
    },
    network_card: { zh: '100 Mbit/s 以上', en: '100 Mbit/s or faster' },
  };
}

/** `1 GB plus the buffer pool` means at least 1000 MB: the rest depends on the use. */
function megabytes(text: string | Pair): number {
  const [, number, unit] = /^(\d+) (MB|GB)/.exec(pair(text).en) ?? [];
  if (number === undefined) throw new Error(`no size in ${pair(text).en}`);
  return Number(number) * (unit === 'GB' ? 1000 : 1);
}

/** The same requirements in machine-readable form, from the same figures. */
export function minimumOf(app: AppSeed): Minimum {
  return {
    os: Object.fromEntries((app.os ?? OPERATING_SYSTEMS).map((os) => [os, OLDEST[os][1]])),
    mem_mb: megabytes(app.mem),
    disk_mb: megabytes(app.disk),
    cores: app.cores ?? 1,
  };
}
