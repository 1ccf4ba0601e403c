// node tools/checks/affected-projects.ts < {"files": [file, …], "edits": {name: {file: text, …}, …}}: as one JSON
// object, `projects`: for each file those that `nx show projects --affected --files=<file>` lists, and for each edit those
// after a commit that gives the files these texts; `nodes`: the projects with their targets. It uses that command's
// functions with one graph, because each run of the command takes a second, and a changed lockfile ten.
import { readFileSync } from 'node:fs';
import { createProjectGraphAsync } from '@nx/devkit';
import { readNxJson } from 'nx/src/config/nx-json.js';
import { filterAffected } from 'nx/src/project-graph/affected/affected-project-graph.js';
import { calculateFileChanges } from 'nx/src/project-graph/file-utils.js';

const { files, edits } = JSON.parse(readFileSync(0, 'utf8')) as {
  files: string[];
  edits: Record<string, Record<string, string>>;
};
const graph = await createProjectGraphAsync();
const nxJson = readNxJson();
const projectsOf = async (changes: ReturnType<typeof calculateFileChanges>): Promise<string[]> =>
  Object.keys((await filterAffected(graph, changes, nxJson)).nodes).sort();

const answers: Record<string, string[]> = {};
for (const file of files) answers[file] = await projectsOf(calculateFileChanges([file], { files: [file] }));
for (const [name, texts] of Object.entries(edits)) {
  const read = (file: string, revision: string | void): string =>
    revision === 'base' ? readFileSync(file, 'utf8') : (texts[file] ?? '');
  answers[name] = await projectsOf(
    calculateFileChanges(Object.keys(texts), { base: 'base', head: 'head' }, read),
  );
}
console.log(JSON.stringify({ projects: answers, nodes: graph.nodes }));
// An Nx plugin may keep a thread of its own alive.
process.exit(0);
