import type { Locale } from '@yunduo/i18n';
import type { AppSeed, Kind, Pair, ShotSeed } from './catalogue/define.ts';
import { KIND_SCENES } from './pictures/kinds.ts';
import type { Scene } from './pictures/scenes.ts';

/** A screenshot of a seeded app in one language: its file, its scene, and its alternative text. */
export interface Shot {
  file: string;
  scene: Scene;
  alt: string;
  /** App name in the title bar; null where apps of one kind share the picture. */
  app: string | null;
  server: string;
  rail: string[];
}

const say = (pair: Pair, locale: Locale): string => pair[locale === 'zh' ? 0 : 1];
export const nameOf = ({ name }: AppSeed, locale: Locale): string =>
  typeof name === 'string' ? name : say(name, locale);

const OVERVIEW: Pair = ['概览', 'Overview'];
const EDITOR: Pair = ['配置', 'Configuration'];
const APPLY: Pair = ['应用改动', 'Apply changes'];

/** Overview and editor are specific to the app; the third scene is shared by apps of its kind. */
export function shotsOf(app: AppSeed, locale: Locale): Shot[] {
  const { shot, kind } = app;
  if (!shot) return [];
  const third = KIND_SCENES[kind];
  const labels = (shot.labels ?? third.labels).map((label) => say(label, locale));
  const chart = say(shot.chart ?? third.chart, locale);
  const rail = [OVERVIEW, ...(shot.lines ? [EDITOR] : []), third.title].map((title) => say(title, locale));
  const metrics = labels.map((label, index) => ({ label, value: shot.values[index] ?? '' }));
  const numbers = metrics.map(({ label, value }) => `${label} ${value}`);
  const own = { app: nameOf(app, locale), server: shot.server, rail };
  return [
    {
      ...own,
      file: `${app.key}-overview-${locale}`,
      scene: {
        kind: 'overview',
        title: say(OVERVIEW, locale),
        body: { metrics, chart, notes: [say(shot.note, locale)] },
      },
      alt:
        locale === 'zh'
          ? `截图：概览，${numbers.join('，')}；曲线是${chart}`
          : `Screenshot: overview with ${numbers.join(', ')}; the curve shows ${chart}`,
    },
    ...(shot.lines ? [{ ...own, ...editorOf(app.key, shot, shot.lines, locale) }] : []),
    {
      file: sharedFile(kind, locale),
      app: null,
      server: third.server,
      // Shared by apps with and without an editor: it shows only the entries that all of them have.
      rail: [OVERVIEW, third.title].map((title) => say(title, locale)),
      scene: sharedScene(kind, locale, say(third.title, locale)),
      alt: say(third.alt, locale),
    },
  ];
}

function editorOf(
  key: string,
  shot: ShotSeed,
  lines: readonly string[],
  locale: Locale,
): Pick<Shot, 'file' | 'scene' | 'alt'> {
  const path = shot.file ?? '';
  const name = path.split('/').at(-1) ?? path;
  const edited = shot.edited ?? 0;
  const line = (lines[edited] ?? '').trim();
  return {
    file: `${key}-editor-${locale}`,
    scene: {
      kind: 'editor',
      title: say(EDITOR, locale),
      body: {
        file: path,
        lines: [...lines],
        edited,
        saved: locale === 'zh' ? `改动前自动备份 ${name}` : `${name} is backed up before each change`,
        apply: say(APPLY, locale),
      },
    },
    alt:
      locale === 'zh'
        ? `截图：编辑 ${name}，正在改“${line}”这一行`
        : `Screenshot: editing ${name}, at the line “${line}”`,
  };
}

const sharedFile = (kind: Kind, locale: Locale): string => `kind-${kind}-${locale}`;

function sharedScene(kind: Kind, locale: Locale, title: string): Scene {
  const { columns, rows } = KIND_SCENES[kind];
  return {
    kind: 'list',
    title,
    body: {
      columns: columns.map((column) => say(column, locale)),
      rows: rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : say(cell, locale)))),
    },
  };
}
