// npx nx initdb api: creates the data folder that new databases start from.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { INITDB_FILE } from './initdb.ts';

const pglite = await PGlite.create();
await pglite.exec('CHECKPOINT');
const tar = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
await pglite.close();
mkdirSync(dirname(INITDB_FILE), { recursive: true });
writeFileSync(INITDB_FILE, gzipSync(tar, { level: 9 }));
