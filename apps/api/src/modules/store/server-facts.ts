import type { InputOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { en as sharedEn } from '@yunduo/i18n/en';
import { storeAnswers as en } from '@yunduo/i18n/en/store-answers';
import { zh as sharedZh } from '@yunduo/i18n/zh';
import { storeAnswers as zh } from '@yunduo/i18n/zh/store-answers';
import {
  ARCHITECTURES,
  OPERATING_SYSTEMS,
  type Architecture,
  type OperatingSystem,
  type ServerRequirement,
} from '@yunduo/validation';
import type { Minimum } from '../../db/schema/store.ts';
import { fill } from '../../http/envelope.ts';
import { compareVersions } from './constraint.ts';

/** A server's self-description. */
export type ServerFacts = NonNullable<InputOf<typeof appStore.check>['server']>;

/** Requirements of an app. */
export interface AppRequirements {
  name: string;
  os: readonly OperatingSystem[];
  arch: readonly Architecture[];
  minimum: Minimum;
}

/** An unmet requirement, in the reader's language. */
export interface Unmet {
  requirement: ServerRequirement;
  needs: string;
  has: string;
  text: string;
  /** The same for programs. */
  values: {
    needs: number | string | string[];
    has: number | string;
    unit: 'MB' | 'cores' | null;
  };
}

const answers = { zh: zh.check, en: en.check };
const terms = { zh: sharedZh.storeTerms, en: sharedEn.storeTerms };

/** A kernel reserves part of the memory: a server with 4 GB reports 3.8. */
const MEMORY_LEFT = 0.9;

/** Names in /etc/os-release that differ from ours. */
const SYSTEM_NAMES: Record<string, OperatingSystem> = {
  almalinux: 'alma',
  'opensuse-leap': 'opensuse',
  'centos-stream': 'centos',
};
const ARCHITECTURE_NAMES: Record<string, Architecture> = { amd64: 'x86_64', x64: 'x86_64', aarch64: 'arm64' };

function known<T extends string>(messages: string, ours: readonly T[], others: Record<string, T>): T | null {
  const name = messages.trim().toLowerCase();
  return ours.find((one) => one === name) ?? (Object.hasOwn(others, name) ? (others[name] ?? null) : null);
}

/** `512 MB`, `4 GB`, `1.5 GB`: the format of the requirements. */
function megabytes(value: number): string {
  return value < 1000 ? `${Math.round(value)} MB` : `${String(Number((value / 1000).toFixed(1)))} GB`;
}

/** An app's requirements that this server does not meet. Values that the server does not report are not checked. */
export function unmetBy(server: ServerFacts, requested: AppRequirements, locale: Locale): Unmet[] {
  const words = answers[locale];
  const unmet: Unmet[] = [];
  const miss = (
    requirement: ServerRequirement,
    message: Pick<Unmet, 'needs' | 'has'>,
    values: Unmet['values'],
  ): void => {
    const text = fill(words.unmet[requirement], { name: requested.name, ...message });
    unmet.push({ requirement, ...message, text, values });
  };
  const { os: systems, arch: architectures } = terms[locale];
  const cores = (count: number): string => fill(count === 1 ? words.cores_one : words.cores_other, { count });
  const { minimum } = requested;

  if (server.os !== undefined) {
    const os = known(server.os, OPERATING_SYSTEMS, SYSTEM_NAMES);
    const oldest = os && minimum.os?.[os];
    if (os === null || !requested.os.includes(os)) {
      const runsOn = requested.os.map((one) => systems[one]).join(words.join);
      miss(
        'os',
        { needs: runsOn, has: os ? systems[os] : server.os.trim() },
        { needs: [...requested.os], has: os ?? server.os.trim(), unit: null },
      );
    } else if (oldest && server.os_version !== undefined) {
      const older = (compareVersions(server.os_version, oldest) ?? 0) < 0;
      if (older)
        miss(
          'os_version',
          { needs: `${systems[os]} ${oldest}+`, has: `${systems[os]} ${server.os_version.trim()}` },
          { needs: oldest, has: server.os_version.trim(), unit: null },
        );
    }
  }
  if (server.arch !== undefined) {
    const arch = known(server.arch, ARCHITECTURES, ARCHITECTURE_NAMES);
    if (arch === null || !requested.arch.includes(arch)) {
      const madeFor = requested.arch.map((one) => architectures[one]).join(words.join);
      miss(
        'arch',
        { needs: madeFor, has: arch ? architectures[arch] : server.arch.trim() },
        { needs: [...requested.arch], has: arch ?? server.arch.trim(), unit: null },
      );
    }
  }
  for (const [requirement, part, left, say, unit] of [
    ['mem', 'mem_mb', MEMORY_LEFT, megabytes, 'MB'],
    ['disk', 'disk_mb', 1, megabytes, 'MB'],
    ['cores', 'cores', 1, cores, 'cores'],
  ] as const) {
    const { [part]: has } = server;
    const { [part]: needs } = minimum;
    if (has !== undefined && needs !== undefined && has < needs * left)
      miss(requirement, { needs: say(needs), has: say(has) }, { needs, has, unit });
  }
  return unmet;
}

/** Total memory and disk of the apps, where each alone would have enough. */
export function unmetTogether(
  server: ServerFacts,
  requested: readonly AppRequirements[],
  locale: Locale,
): Unmet[] {
  const sumOf = (part: 'mem_mb' | 'disk_mb'): number =>
    requested.reduce((sum, { minimum }) => sum + (minimum[part] ?? 0), 0);
  const unmet: Unmet[] = [];
  for (const [requirement, part, left] of [
    ['mem', 'mem_mb', MEMORY_LEFT],
    ['disk', 'disk_mb', 1],
  ] as const) {
    const has = server[part];
    if (has === undefined) continue;
    const needs = sumOf(part);
    const enoughForEach = requested.every(({ minimum }) => has >= (minimum[part] ?? 0) * left);
    if (!enoughForEach || has >= needs * left) continue;
    const message = { needs: megabytes(needs), has: megabytes(has) };
    const text = fill(answers[locale].together[requirement], message);
    unmet.push({ requirement, ...message, text, values: { needs, has, unit: 'MB' } });
  }
  return unmet;
}
