import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageConfig } from './dockerfile.ts';

/**
 * `chroot`: the image is all there is, read-only, as the image's user. `host`: the same over this machine's own
 * programs. `plain`: where we may not do that, a process of ours whose files cannot be written.
 */
export type Isolation = 'chroot' | 'host' | 'plain';

export interface Container {
  /** The image's root, made by `buildStages`. */
  root: string;
  config: ImageConfig;
  isolation: Isolation;
  /** Folders of the image that are writable. */
  writable: readonly string[];
  env: Record<string, string>;
}

/** Whether this process may make mounts of its own, and is on a system that our base images are made from. */
export const canIsolate = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/dpkg') &&
  spawnSync('unshare', ['--mount', 'true']).status === 0;

/** A mount namespace in which nothing can be written but what is named; then the image's user, then the program. */
function script({ root, config, isolation, writable }: Container): string {
  const [uid = '', gid = uid] = config.user.split(':');
  const top = isolation === 'chroot' ? root : '';
  const lines = ['set -e', 'mount --make-rprivate /'];
  if (isolation === 'chroot') {
    lines.push(
      `mount --bind ${root} ${root}`,
      `mount --rbind /proc ${root}/proc`,
      `mount --rbind /dev ${root}/dev`,
    );
    lines.push(...writable.map((folder) => `mount --bind ${root}${folder} ${root}${folder}`));
  } else {
    lines.push('mount -t tmpfs -o mode=755 tmpfs /run');
    lines.push(`mount --bind ${root}/srv /srv`, 'mount -o remount,bind,ro /srv');
    for (const folder of writable) {
      lines.push(`mkdir -p ${folder}`, `mount --bind ${root}${folder} ${folder}`);
    }
  }
  lines.push(`mount -t tmpfs -o mode=1777 tmpfs ${top}/tmp`, `mount -o remount,bind,ro ${top || '/'}`);
  lines.push(
    isolation === 'chroot'
      ? `exec setpriv --no-new-privs unshare --root=${root} --wd=${config.workdir} --setgid=${gid} --setuid=${uid} "$@"`
      : `cd ${config.workdir}; exec setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
  );
  return lines.join('\n');
}

/** Starts a program of the image, by default what the image starts. */
export function runIn(container: Container, command = container.config.command): ChildProcess {
  const { root, config, isolation, writable } = container;
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin', ...config.env, ...container.env };
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  if (isolation === 'plain') {
    const DATA_DIR = join(root, 'data');
    mkdirSync(DATA_DIR, { recursive: true });
    const { KEPT_FILES } = env as { KEPT_FILES?: string };
    const [program = '', ...args] = command;
    return spawn(program === 'node' ? process.execPath : program, args, {
      cwd: join(root, config.workdir),
      env: {
        ...env,
        ...(writable.includes('/data') && { DATA_DIR }),
        ...(KEPT_FILES && { KEPT_FILES: join(root, KEPT_FILES) }),
        PATH: process.env['PATH'],
      },
      stdio: [...stdio],
    });
  }
  const [program = '', ...args] = command;
  const named = isolation === 'chroot' && program === 'node' ? '/usr/local/bin/node' : program;
  return spawn('unshare', ['--mount', 'sh', '-c', script(container), 'sh', named, ...args], {
    env,
    stdio: [...stdio],
  });
}

export interface Ended {
  code: number | null;
  output: string;
}

export function collect(child: ChildProcess): Promise<Ended> {
  let output = '';
  const hear = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}
