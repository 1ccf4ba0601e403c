// npm start: the whole product on one port, from built outputs, as in production.
import { commandLine } from '../cli.ts';
import { printWelcome } from './banner.ts';
import { buildApps } from './build.ts';
import { aborted, shutdownSignal } from './shutdown.ts';
import { startProduct } from './product.ts';
import { prepareDataDir, readSettings, StartError } from './settings.ts';

const USAGE = `npm start [-- --no-build]

  --no-build   serves what is built already

What it listens on and where it keeps its data is read from the environment: .env.example.`;

const { values: options } = commandLine(USAGE, {
  options: { 'no-build': { type: 'boolean', default: false } },
});

const ending = shutdownSignal();

async function main(): Promise<number> {
  const settings = readSettings(process.env);
  prepareDataDir(settings.dataDir);
  const product = await startProduct(settings, {
    env: { LOG_LEVEL: 'warn', ...process.env },
    print: (line) => console.log(line),
    signal: ending,
    prepare: async () => {
      if (!options['no-build']) await buildApps(ending);
    },
  });
  printWelcome(settings, product.origin);
  const broken = await Promise.race([aborted(ending), product.broken]);
  if (broken) console.error(`${broken}\nEnding the others.`);
  await product.stop();
  return broken ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
// An open socket must not keep the process alive; everything is closed here.
process.exit();
