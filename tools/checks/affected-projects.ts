// node tools/checks/affected-projects.ts <file>…: for each file, the projects that `nx show projects
// --affected --files=<file>` lists, as one JSON object. It uses that command's functions with one graph,
// because each run of the command takes a second.
import { createProjectGraphAsync } from '@nx/devkit';
import { readNxJson } from 'nx/src/config/nx-json.js';
import { filterAffected } from 'nx/src/project-graph/affected/affected-project-graph.js';
import { calculateFileChanges } from 'nx/src/project-graph/file-utils.js';

const graph = await createProjectGraphAsync();
const nxJson = readNxJson();
const answers: Record<string, string[]> = {};
for (const file of process.argv.slice(2)) {
  const { nodes } = await filterAffected(graph, calculateFileChanges([file], { files: [file] }), nxJson);
  answers[file] = Object.keys(nodes).sort();
}
console.log(JSON.stringify(answers));
// An Nx plugin may keep a thread of its own alive.
process.exit(0);
