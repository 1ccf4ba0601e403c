import { OpsError, opsCommand } from './command.ts';

interface JobLine {
  name: string;
  every_minutes: number;
  ran_at: string | null;
  due: boolean;
  /** Of a job whose last run failed. */
  failing_since: string | null;
  request_id: string | null;
}

export const jobCommands = [
  opsCommand<object, JobLine[]>({
    name: 'jobs list',
    about: 'The recurring jobs, how often each runs, when it last ran and whether it fails',
    examples: ['jobs list'],
    run: async ({ app }) =>
      (await app.jobs.list()).map(({ name, every, ranAt, due, failing }) => ({
        name,
        every_minutes: every / 60_000,
        ran_at: ranAt?.toISOString() ?? null,
        due,
        failing_since: failing?.since.toISOString() ?? null,
        request_id: failing?.requestId ?? null,
      })),
  }),
  opsCommand<object, { name: string; count: number }[]>({
    name: 'jobs run',
    about: 'Run the jobs that are due, or one job by name',
    examples: ['jobs run', 'jobs run housekeeping'],
    options: (command) => command.argument('[name]', 'the job'),
    run: async ({ app, actor }, _options, [name]) => {
      if (name === undefined) {
        const { done, failed } = await app.jobs.runAll();
        if (failed.length > 0) throw new OpsError(`failed: ${failed.join(', ')}; the log says why`);
        return Object.entries(done).map(([job, count]) => ({ name: job, count }));
      }
      const count = await app.jobs.run(name, actor);
      if (count === null) throw new OpsError(`no job is called ${name}: see jobs list`);
      return [{ name, count }];
    },
    show: (ran) => (ran.length > 0 ? ran : 'nothing was due'),
  }),
];
