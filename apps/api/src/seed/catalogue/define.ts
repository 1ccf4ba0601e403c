import type { AppCategory, AppSource, Architecture, ChangeKind, OperatingSystem } from '@yunduo/validation';

/** A text in Chinese and in English, each written independently. */
export type Pair = readonly [zh: string, en: string];

/** A paragraph, or a list of points. Code is in backticks. */
export type Block = string | readonly string[];

export type ReleaseSeed = readonly [
  version: string,
  gitVersion: string,
  daysAgo: number,
  changes: readonly (readonly [kind: ChangeKind, zh: string, en: string])[],
];

export interface RelationSeed {
  /** `app_key` of an app; otherwise `pkg`, a system package. */
  app?: string;
  pkg?: string;
  version?: string;
  /** Keys of alternative apps. */
  or?: readonly string[];
  /** Bundled with the app. */
  bundled?: boolean;
  note: Pair;
}

/** Content of its screenshots: three figures, and a file if it has one to show. */
export interface ShotSeed {
  server: string;
  values: readonly [string, string, string];
  /** Replaces the kind's labels. */
  labels?: readonly [Pair, Pair, Pair];
  chart?: Pair;
  note: Pair;
  file?: string;
  lines?: readonly string[];
  /** The edited line, from 0. */
  edited?: number;
}

export type Kind =
  | 'web'
  | 'database'
  | 'cache'
  | 'search'
  | 'queue'
  | 'storage'
  | 'runtime'
  | 'container'
  | 'security'
  | 'monitor'
  | 'code'
  | 'site'
  | 'team';

/** An app of the seeded store. Days count back from the seed's time. */
export interface AppSeed {
  key: string;
  name: string | Pair;
  kind: Kind;
  category: Exclude<AppCategory, 'recommend'>;
  /** Rank in the editors' selection. */
  recommended?: number;
  downloads: number;
  megabytes: number;
  firstPublished: number;
  licence: string;
  homepage?: string;
  repo?: string;
  keywords: readonly string[];
  intro: Pair;
  about: readonly [zh: readonly Block[], en: readonly Block[]];
  cores?: number;
  mem: string | Pair;
  disk: string | Pair;
  os?: readonly OperatingSystem[];
  arch?: readonly Architecture[];
  source?: AppSource;
  certified?: boolean;
  /** Address of the owner; apps without one are packaged by us. */
  developer?: string;
  /** Newest first. */
  releases: readonly ReleaseSeed[];
  needs?: readonly RelationSeed[];
  clashes?: readonly RelationSeed[];
  /** False: shows the signal flag of the first letter. */
  logo?: false;
  shot?: ShotSeed;
}

export const samePort = (app: string, port: number): RelationSeed => ({
  app,
  note: [
    `端口 ${port} 冲突，请停用其中一个或更换端口`,
    `Both use port ${port}. Stop one, or change its port.`,
  ],
});
