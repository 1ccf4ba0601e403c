// The production state: releases.json and the contract of the released API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../test/run.ts';

export const APPS = ['public-site', 'developer-console', 'api'] as const;
export type App = (typeof APPS)[number];
export const WEB_APPS = ['public-site', 'developer-console'] as const satisfies readonly App[];
export type WebApp = (typeof WEB_APPS)[number];

/** A release: an app's version and the commit that it was built from. */
export interface Release {
  version: string;
  /** The full hash. */
  commit: string;
}

/** By app, newest first: the first one runs, the second one is the rollback target. */
export type Releases = Record<App, Release[]>;

export const RELEASES_FILE = join(root, 'releases.json');
const HASH = /^[0-9a-f]{40}$/;
/** Leading zeros are not allowed: `01.2.3` is not a version (SemVer). */
const VERSION = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/;

export const isApp = (name: string | undefined): name is App => APPS.some((app) => app === name);

/** Compares two versions, to sort from old to new. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place]);
  return at === undefined ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0);
}

/** The faults in the text of releases.json as sentences; empty if it is valid. */
export function releasesFaults(releases: Partial<Record<string, Partial<Release>[]>>): string[] {
  return [
    ...Object.keys(releases)
      .filter((name) => !isApp(name))
      .map((name) => `${name} is none of ${APPS.join(', ')}`),
    ...APPS.flatMap((app) => {
      const list = releases[app] ?? [];
      if (list.length === 0) return [`${app} has no release`];
      const bad = list
        .filter(({ version = '', commit = '' }) => !VERSION.test(version) || !HASH.test(commit))
        .map(({ version }) => `${app}@${version} needs a version x.y.z and a full commit hash`);
      const twice = list.filter(
        ({ version }, index) => list.findIndex((one) => one.version === version) < index,
      );
      return [...bad, ...twice.map(({ version }) => `${app}@${version} is named twice`)];
    }),
  ];
}

/** The pinned releases. Throws with every fault of the file. */
export function readReleases(): Releases {
  const releases = JSON.parse(readFileSync(RELEASES_FILE, 'utf8')) as Releases;
  const errors = releasesFaults(releases);
  if (errors.length) throw new Error(`releases.json: ${errors.join('; ')}`);
  return releases;
}

/** The running release. */
export function running(app: App): Release {
  const [first] = readReleases()[app];
  if (!first) throw new Error(`releases.json names no release of ${app}`);
  return first;
}

export const tagOf = (app: App, { version }: Pick<Release, 'version'>): string => `${app}@${version}`;
