import { ruleErrors, SUGGESTION_FIELDS, type SuggestionField } from '@yunduo/validation';
import {
  developerAppSubmitSchema,
  developerVersionSubmitSchema,
  type FieldMessage,
} from '@yunduo/validation/schemas';
import type { AnyObject, ObjectSchema } from 'yup';
import type { Db } from '../../db/client.ts';
import type { AppContent, VersionFacts } from '../../db/schema/review.ts';
import { fieldMessage } from '../../http/form.ts';
import { versionKey } from '../store/version-key.ts';
import { openSuggestionsOf } from './suggestions.ts';
import type { VersionRow } from './step.ts';
import { factsOf, highestReleased } from './versions.ts';

export interface Fault {
  /** Field path: `name.en`, `screenshots[2].alt.zh`. */
  path: string;
  message: FieldMessage;
}
export interface Check {
  field: SuggestionField;
  ok: boolean;
  message: FieldMessage | null;
  faults: Fault[];
}

/**
 * Checklist of a submission: the form's rules on the saved draft and the version in preparation, a number above every
 * released one, and all suggestions resolved or answered. One entry per field, in form order.
 */
export async function checksOf(
  db: Db,
  appId: number,
  content: AppContent,
  version: VersionRow | null,
): Promise<Check[]> {
  const errors = [...(await fieldErrorsOf(developerAppSubmitSchema, contentForm(content)))];
  if (version) {
    if (!version.listing) errors.push(...(await versionErrors(db, appId, factsOf(version))));
    errors.push(...(await suggestionErrors(db, version)));
  } else {
    errors.push({ path: 'version', message: 'version_missing' });
  }
  return SUGGESTION_FIELDS.map((field) => {
    const own = errors.filter(({ path }) => {
      const [name = ''] = path.split(/[.[]/);
      return (PINS[name] ?? name) === field;
    });
    return { field, ok: own.length === 0, message: own[0]?.message ?? null, faults: own };
  });
}

/** Whether a submission is allowed. */
export const areReady = (checks: readonly Check[]): boolean => checks.every(({ ok }) => ok);

/** The draft in the form's shape; logo and relations were validated when saved. */
function contentForm(content: AppContent) {
  const { name, intro, description, details, category, os, arch, keywords, licence, homepage } = content;
  const screenshots = content.screenshots.map(({ id, alt }) => ({ id, alt }));
  const { requirements } = content;
  return {
    name,
    intro,
    description,
    details,
    category,
    os,
    arch,
    keywords,
    licence,
    homepage,
    requirements,
    screenshots,
  };
}

/** `description` is a field of the app and of the version. */
const VERSION_FIELDS: Record<string, SuggestionField> = { description: 'version_description' };
/** A pin (commit, checksum) is checked and discussed together with the field that it pins. */
const PINS: Record<string, SuggestionField> = { git_commit: 'git_version', package_sha256: 'size' };

async function versionErrors(db: Db, appId: number, facts: VersionFacts): Promise<Fault[]> {
  const errors = await fieldErrorsOf(developerVersionSubmitSchema, {
    version: facts.version,
    git_version: facts.gitVersion,
    git_commit: facts.gitCommit ?? '',
    package_sha256: facts.packageSha256 ?? '',
    repo_url: facts.repoUrl ?? '',
    size: facts.size,
    description: facts.description,
    changes: facts.changes,
  });
  const renamed = errors.map(({ path, message }) => {
    const [field = ''] = path.split(/[.[]/);
    return { path: `${VERSION_FIELDS[field] ?? field}${path.slice(field.length)}`, message };
  });
  // A version of another release line may have overtaken it since it was created.
  const highest = await highestReleased(db, appId);
  if (highest && highest.versionKey >= versionKey(facts.version))
    renamed.push({ path: 'version', message: 'version_not_higher' });
  return renamed;
}

/** A developer who disagrees may answer instead of changing the field. */
async function suggestionErrors(db: Db, version: VersionRow): Promise<Fault[]> {
  if (version.decidedAt === null) return [];
  const open = await openSuggestionsOf(db, version.id);
  return open
    .filter(({ answer }) => !answer)
    .map(({ field, id }) => ({ path: `${field}.suggestion.${id}`, message: 'suggestions_open' }));
}

async function fieldErrorsOf<T extends AnyObject>(schema: ObjectSchema<T>, value: unknown): Promise<Fault[]> {
  try {
    await schema.validate(value, { abortEarly: false });
    return [];
  } catch (error) {
    return ruleErrors(error).map(({ path, message }) => ({ path, message: fieldMessage(message) }));
  }
}
