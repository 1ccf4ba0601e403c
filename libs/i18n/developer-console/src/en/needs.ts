import type { Words } from '@yunduo/i18n';
import type { needs as zh } from '../zh/needs.ts';

export const needs = {
  requirements_open: 'Fill in requirements (optional)',
  requirement: {
    os: 'Operating system',
    cpu: 'CPU',
    mem: 'Memory',
    hard_disk: 'Disk',
    gpu: 'Graphics card',
    network_card: 'Network card',
  },
  hint: 'The client checks each of them before installing. Leave empty if there are none.',
  dependency: 'Requires',
  conflict: 'Conflicts with',
  add_dependency: 'Add a dependency',
  add_conflict: 'Add a conflict',
  search_hint: 'Search by name or app ID. If it is not in the store, enter its package name.',
  as_package: 'System package “{{name}}”',
  package: 'System package',
  results_one: '{{count}} result',
  results_other: '{{count}} results',
  failed: 'The apps could not be loaded. You can still enter package names.',
  added: '{{name}} added',
  constraint: 'Version requirement',
  constraint_hint: '3.0+ means 3.0 or newer, 8.2 means any 8.2.x. Empty means any version.',
  note: 'Note',
  remove: 'Remove {{name}}',
  full: 'Add up to {{count}} dependencies and conflicts. Remove one first.',
} satisfies Words<typeof zh>;
