import type { Architecture, OperatingSystem } from '@yunduo/validation';
import type { Both } from './locale.ts';

type Part = 'os' | 'gpu' | 'hard_disk' | 'mem' | 'cpu' | 'network_card';

/** A developer's listing, as far as the store derives text from it. */
export interface Listed {
  /** Plain text. */
  description: Both;
  /** Rich text. */
  details: Both;
  requirements: Record<Part, Both>;
  os: readonly OperatingSystem[];
  arch: readonly Architecture[];
}

// The same in both languages: a page must not load the words of the other language.
const SYSTEMS: Record<OperatingSystem, string> = {
  debian: 'Debian',
  ubuntu: 'Ubuntu',
  centos: 'CentOS',
  rocky: 'Rocky Linux',
  alma: 'AlmaLinux',
  opensuse: 'openSUSE',
};
const PROCESSORS: Record<Architecture, string> = { x86_64: 'x86_64', arm64: 'ARM64' };

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/**
 * The description on the store's page: the optional plain text comes before the details, as separate paragraphs.
 * The server stores it this way at a release; a preview shows it this way before.
 */
export function storeDescription({ description, details }: Pick<Listed, 'description' | 'details'>): Both {
  const lead = (text: string): string =>
    text
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => `<p>${escaped(part).replaceAll('\n', '<br />')}</p>`)
      .join('');
  return { zh: lead(description.zh) + details.zh, en: lead(description.en) + details.en };
}

/** The requirements as sentences. Missing values follow from the supported systems, or require nothing. */
export function storeRequirements({
  requirements,
  os,
  arch,
}: Pick<Listed, 'requirements' | 'os' | 'arch'>): Record<Part, Both> {
  const systems = os.map((system) => SYSTEMS[system]);
  const processors = arch.map((processor) => PROCESSORS[processor]);
  const nothing = { zh: '无特殊要求', en: 'Nothing special' };
  // A text in one language only is shown untranslated in the other.
  const filled = (text: Both, otherwise: Both): Both => (text.zh || text.en ? text : otherwise);
  return {
    os: filled(requirements.os, { zh: systems.join('、'), en: systems.join(', ') }),
    gpu: filled(requirements.gpu, { zh: '不需要', en: 'None' }),
    hard_disk: filled(requirements.hard_disk, nothing),
    mem: filled(requirements.mem, nothing),
    cpu: filled(requirements.cpu, { zh: processors.join(' 或 '), en: processors.join(' or ') }),
    network_card: filled(requirements.network_card, nothing),
  };
}
