import { createHash } from 'node:crypto';
import { privateDeploy as calls, type PrivateRelease, type PrivateVersion } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { ARCHITECTURES, PRIVATE_INSTALL_MINUTES } from '@yunduo/validation';
import type { Release } from '../download/releases.ts';
import { humanSize } from '../text/human.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { installScript, shellQuote } from './install-script.ts';

/** File name of the script on the server. */
const SCRIPT_FILE = 'yunduo-install.sh';
/** Without sudo: the script says when the folder needs it, and sudo may not be installed. */
const RUN_SCRIPT = `bash ${SCRIPT_FILE}`;
/** Downloads the script of the current version and runs it. Chinese is what a request without a language is answered in. */
export const downloadAndRun = (origin: string, lang: Locale): string => {
  const url = `${origin}/api${calls.installScript.url}`;
  return `curl -fsSo ${SCRIPT_FILE} ${lang === 'zh' ? url : `'${url}?lang=${lang}'`} && ${RUN_SCRIPT}`;
};
/** Command that runs an image. */
export const runImage = (image: string): string =>
  `docker run -d --name yunduo --restart unless-stopped -p 8080:8080 -v yunduo-data:/var/lib/yunduo ${image}`;

export interface Offered {
  release: Release;
  current: boolean;
}

/** A release in the version list, with its notes as HTML. */
export function presentVersion({ release, current }: Offered, locale: Locale): PrivateVersion {
  return {
    version: release.version,
    published_at: release.publishedAt.toISOString(),
    current,
    notes: renderMarkdown(release.notes[locale]),
  };
}

const address = (origin: string, url: string, query: Record<string, string>): string =>
  `${origin}/api${url}?${new URLSearchParams(query)}`;

/** The script of a release: built from stored data and configuration only, never from the request. */
export function scriptOf(release: Release, origin: string, locale: Locale): string {
  const packages = release.artefacts.map(({ target, sha256, size }) => ({
    arch: target,
    url: address(origin, calls.file.url, { version: release.version, arch: target }),
    sha256,
    humanSize: humanSize(size),
  }));
  return installScript(release.version, packages, locale);
}

/** A release with both ways to install it, and its files. */
export function presentDetail(offered: Offered, origin: string, locale: Locale): PrivateRelease {
  const { release } = offered;
  const { version } = release;
  const image = release.image ?? '';
  const digest = release.digest ?? '';
  const url = address(origin, calls.installScript.url, { version, lang: locale });
  const sha256 = createHash('sha256')
    .update(scriptOf(release, origin, locale))
    .digest('hex');
  return {
    ...presentVersion(offered, locale),
    // Nothing is piped into a shell: the file is verified against its checksum before it runs.
    bash_command: [
      `curl -fsSo ${SCRIPT_FILE} ${shellQuote(url)}`,
      `echo '${sha256}  ${SCRIPT_FILE}' | sha256sum -c -`,
      RUN_SCRIPT,
    ].join(' && '),
    docker_command: runImage(`${image}@${digest}`),
    image,
    digest,
    script: { url, sha256 },
    items: ARCHITECTURES.flatMap((arch) =>
      release.artefacts
        .filter(({ target }) => target === arch)
        .map((artefact) => ({
          name: artefact.filename,
          arch,
          size: artefact.size,
          human_size: humanSize(artefact.size),
          sha256: artefact.sha256,
          url: address(origin, calls.file.url, { version, arch, lang: locale }),
        })),
    ),
    minutes: [...PRIVATE_INSTALL_MINUTES],
  };
}
