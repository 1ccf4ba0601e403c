import { existsSync } from 'node:fs';
import type { Summary } from '../backup/archive.ts';
import { summaryOf } from '../backup/archive.ts';
import { takeBackup } from '../backup/backup.ts';
import { openArchive, restoreBackup } from '../backup/restore.ts';
import { audit } from '../modules/audit/audit.ts';
import { OpsError, opsCommand } from './command.ts';

const CANNOT_WRITE = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'ENOSPC',
  'EROFS',
  'EDQUOT',
  'EEXIST',
  'EFBIG',
  'EIO',
]);

export const backupCommands = [
  opsCommand<{ to: string }, Summary & { file: string }>({
    name: 'backup',
    about: 'Write rows and files into one archive, also while the server runs',
    examples: ['backup --to /backups/2026-11-21.tar'],
    options: (command) => command.requiredOption('--to <file>', 'archive to write; it must not exist'),
    async run({ app, actor, context, path }, { to }) {
      const file = path(to);
      if (existsSync(file)) throw new OpsError(`${file} exists: name another file`);
      const parts = {
        database: app.database,
        files: app.files,
        config: app.config,
        now: app.clock.now(),
      };
      const summary = await takeBackup(parts, file).catch((error: NodeJS.ErrnoException) => {
        if (CANNOT_WRITE.has(error.code ?? ''))
          throw new OpsError(`${file} cannot be written (${error.code})`);
        throw error;
      });
      await audit(context, actor, { action: 'backup.take', target: 'backup', details: { ...summary } });
      return { file, ...summary };
    },
  }),
  opsCommand<{ from: string }, Summary & { file: string }>({
    name: 'backup-check',
    about: 'Read an archive from its first byte to its last and compare every checksum',
    examples: ['backup-check --from /backups/2026-11-21.tar'],
    options: (command) => command.requiredOption('--from <file>', 'archive to read'),
    async runAlone({ path }, { from }) {
      const { header, manifest } = await openArchive(path(from));
      return { file: path(from), ...summaryOf(header, manifest) };
    },
  }),
  opsCommand<{ from: string; otherKey?: boolean }, Summary & { file: string }>({
    name: 'restore',
    about: 'Write an archive into an empty database and data folder, all of it or nothing; no server may run',
    examples: ['restore --from /backups/2026-11-21.tar --yes'],
    destructive: 'the database and the data folder of the configuration are filled from the archive',
    options: (command) =>
      command
        .requiredOption('--from <file>', 'archive to read')
        .option('--other-key', 'even if SIGNING_KEY differs: pending emails, codes and links are lost'),
    async runAlone({ config, path }, { from, otherKey = false }) {
      return { file: path(from), ...(await restoreBackup(config, path(from), { otherKey })) };
    },
  }),
];
