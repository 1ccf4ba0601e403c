/** One instruction of an image file. */
export interface Instruction {
  line: number;
  name: string;
  /** `--from=build` and the like. */
  flags: Readonly<Record<string, string>>;
  /** What follows: the words of the exec form, or one shell line. */
  args: string[];
  exec: boolean;
}

export interface Stage {
  name: string;
  /** An image with its tag and digest, or an earlier stage. */
  base: string;
  instructions: Instruction[];
}

function wordsOf(rest: string): { args: string[]; exec: boolean } {
  if (!rest.startsWith('[')) return { args: [rest], exec: false };
  return { args: JSON.parse(rest) as string[], exec: true };
}

/** Reads the part of the language that our image files use. Throws at a line that it does not know. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  text.split('\n').forEach((written, index) => {
    const line = index + 1;
    const trimmed = written.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(trimmed) ?? [];
    if (!name || trimmed.endsWith('\\')) throw new Error(`line ${line}: one instruction a line`);
    if (name === 'FROM') {
      const [, base = '', as = String(stages.length)] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      stages.push({ name: as, base, instructions: [] });
      return;
    }
    const flags: Record<string, string> = {};
    const unflagged = rest.replace(/^(?:--[\w-]+=\S+\s+)+/, (found) => {
      for (const [, key = '', value = ''] of found.matchAll(/--([\w-]+)=(\S+)/g)) flags[key] = value;
      return '';
    });
    const stage = stages.at(-1);
    if (!stage) throw new Error(`line ${line}: ${name} before FROM`);
    stage.instructions.push({ line, name, flags, ...wordsOf(unflagged.replace(/^CMD (?=\[)/, '')) });
  });
  return stages;
}

/** What a container of the last stage starts with. */
export interface ImageConfig {
  workdir: string;
  env: Record<string, string>;
  user: string;
  command: string[];
  health: string[];
  stopSignal: NodeJS.Signals;
  port: number;
}

export function configOf({ instructions }: Stage): ImageConfig {
  const last = (name: string): Instruction | undefined =>
    instructions.findLast((instruction) => instruction.name === name);
  const one = (name: string): string => last(name)?.args[0] ?? '';
  return {
    workdir: one('WORKDIR') || '/',
    env: Object.fromEntries(
      instructions
        .filter(({ name }) => name === 'ENV')
        .flatMap(({ args }) => args[0]?.split(/\s+/) ?? [])
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    user: one('USER'),
    command: [...(last('ENTRYPOINT')?.args ?? []), ...(last('CMD')?.args ?? [])],
    health: last('HEALTHCHECK')?.args ?? [],
    stopSignal: (one('STOPSIGNAL') || 'SIGTERM') as NodeJS.Signals,
    port: Number(one('EXPOSE')),
  };
}
