import type { Locale } from '@yunduo/i18n';
import { curlOf, typescriptOf } from './calls.ts';
import {
  answerOf,
  bodyOf,
  codesOf,
  COMMON_CODES,
  hasEtag,
  hasRanges,
  isIdempotent,
  ownParameters,
  type Call,
  type Schema,
} from './document.ts';
import { html, type Markup } from './html.ts';
import { code, inline } from './markdown.ts';
import type { Words } from './words.ts';

export interface Context {
  locale: Locale;
  words: Words;
  fill: (text: string, values: Record<string, string | number>) => string;
  /** Address of a page in the current language. */
  path: (to: string) => string;
  schemas: Record<string, Schema>;
}

const refName = ({ $ref }: Schema): string | null => $ref?.replace('#/components/schemas/', '') ?? null;

/** Marks English text on a Chinese page with `lang`. */
const english = ({ locale }: Context, text: string | undefined): Markup | null =>
  text ? html`<p${locale === 'en' ? null : html` lang="en"`}>${inline(text)}</p>` : null;

/** A schema without its null alternative, and whether it had one. */
function bare(schema: Schema): { schema: Schema; nullable: boolean } {
  const { anyOf, type, ...rest } = schema;
  if (anyOf) {
    const others = anyOf.filter((one) => one.type !== 'null');
    if (others.length === 1 && others[0]) {
      const inner = bare(others[0]);
      return {
        schema: { ...rest, ...inner.schema },
        nullable: others.length < anyOf.length || inner.nullable,
      };
    }
  }
  if (Array.isArray(type)) {
    const [only, ...more] = type.filter((one) => one !== 'null');
    if (only && more.length === 0)
      return { schema: { ...rest, type: only }, nullable: type.includes('null') };
  }
  return { schema, nullable: false };
}

/** The schemas of an `allOf`, merged. */
function merged({ allOf, ...schema }: Schema): Schema {
  if (!allOf) return schema;
  const parts = allOf.map(merged);
  return {
    ...schema,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** The names of the objects that an `allOf` extends. */
const parents = ({ allOf = [] }: Schema): string[] => allOf.flatMap((one) => refName(one) ?? []);

function typeOf(context: Context, given: Schema): Markup {
  const { words, fill } = context;
  const { schema, nullable } = bare(given);
  const named = refName(schema);
  const items = schema.items || undefined;
  const name = schema.format === 'binary' ? 'file' : typeof schema.type === 'string' ? schema.type : 'any';
  const type = named
    ? html`<a href="#object-${named}">${named}</a>`
    : items
      ? listOf(context, items)
      : schema.anyOf
        ? html`${schema.anyOf.map((one, index) => html`${index > 0 && ' | '}${typeOf(context, one)}`)}`
        : html`${schema.allOf || schema.properties ? words.type.object : words.type[name as keyof typeof words.type]}`;
  const bounds = [
    schema.format && schema.format !== 'binary' ? schema.format : null,
    schema.maxLength === undefined
      ? null
      : schema.minLength
        ? fill(words.length, { min: schema.minLength, max: schema.maxLength })
        : fill(words.length_max, { max: schema.maxLength }),
    schema.maxItems === undefined ? null : fill(words.items_max, { max: schema.maxItems }),
    boundsOf(context, schema),
  ].filter((bound) => bound !== null);
  return html`${type}${bounds.map((bound) => html`${context.locale === 'zh' ? '，' : ', '}${bound}`)}${nullable && html` ${words.nullable}`}`;
}

function boundsOf({ words, fill }: Context, { minimum: min, maximum: max }: Schema): string | null {
  // The largest integer of the database is not a business rule.
  const top = max !== undefined && max < 2_000_000_000 ? max : undefined;
  if (min !== undefined && top !== undefined) return fill(words.range, { min, max: top });
  if (min !== undefined) return fill(words.from, { min });
  return top === undefined ? null : fill(words.to, { max: top });
}

function listOf(context: Context, items: Schema): Markup {
  const [before = '', after = ''] = context.words.list_of.split('{{type}}');
  return html`${before}${typeOf(context, items)}${after}`;
}

/** The enum values of a field, or of the items of a list. */
function setOf({ words }: Context, given: Schema): Markup | null {
  const { schema } = bare(given);
  const values = schema.enum ?? (schema.items ? schema.items.enum : undefined);
  return values
    ? html`<p class="set">${words.one_of} ${values.map((value) => html`<code>${value}</code> `)}</p>`
    : null;
}

/** The fields of an object, including those of nested objects without a name. */
function fieldsOf(context: Context, given: Schema, input: boolean): Markup | null {
  const schema = merged(bare(given).schema);
  if (schema.items) return fieldsOf(context, schema.items, input);
  const { required = [] } = schema;
  const named = Object.entries(schema.properties ?? {});
  const record = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  const fields: [string, Schema][] = [
    ...named,
    ...(typeof record === 'object' ? [['*', record] as [string, Schema]] : []),
  ];
  if (fields.length === 0) return null;
  return html`<ul class="fields">
    ${fields.map(
      ([name, field]) =>
        html`<li>
          <p class="field">
            <code>${name}</code> <span class="type">${typeOf(context, field)}</span>${mark(
              context,
              required.includes(name) || name === '*',
              input,
            )}
          </p>
          ${english(context, bare(field).schema.description)}${setOf(context, field)}${fieldsOf(context, field, input)}
        </li>`,
    )}
  </ul>`;
}

/** Marks required fields of requests, and optional fields of answers. */
const mark = ({ words }: Context, required: boolean, input: boolean): Markup | null => {
  if (input) return required ? html` <span class="tag">${words.required}</span>` : null;
  return required ? null : html` <span class="tag">${words.optional}</span>`;
};

/** The names of all objects that schemas refer to, directly or indirectly. */
export function namesIn(
  schemas: Record<string, Schema>,
  from: unknown,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(from ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas, schemas[name], found);
  }
  return found;
}

/** The section of a named object, once per page that uses it. */
export function objectSection(context: Context, name: string): Markup {
  const schema = context.schemas[name] ?? {};
  return html`<section id="object-${name}" class="object">
    <h3><code>${name}</code></h3>
    ${english(
      context,
      schema.description,
    )}${parents(schema).map((parent) => html`<p><a href="#object-${parent}">${parent}</a> +</p>`)}${fieldsOf(context, schema, false)}
  </section>`;
}

function access({ words }: Context, { security }: Call): string {
  if (security.length === 0) return words.access.public;
  if (security.some((one) => Object.keys(one).length === 0)) return words.access.optional;
  return security.some((one) => 'buildToken' in one) ? words.access.session_or_token : words.access.session;
}

function badges(context: Context, call: Call): Markup {
  const { words, path } = context;
  const scope = call['x-token-scope'];
  const link = (to: string, text: string) =>
    html`<li><a href="${path(`/developers/${to}`)}">${text}</a></li>`;
  return html`<ul class="badges">
    ${link('authentication', access(context, call))}${
      scope && html`<li>${words.scope} <code>${scope}</code></li>`
    }${call['x-proof'] && link('authentication#proof', words.proof)}${
      isIdempotent(call) && link('idempotency', words.idempotent)
    }${hasEtag(call) && link('conditional-requests', words.etag)}${
      hasRanges(call) && link('conditional-requests#ranges', words.ranges)
    }
  </ul>`;
}

function parameters(context: Context, call: Call): Markup | null {
  const { words } = context;
  const own = ownParameters(call);
  if (own.length === 0) return null;
  return html`<h3>${words.parameters}</h3>
    <ul class="fields">
      ${own.map(
        ({ name, in: place, required = false, description, schema }) =>
          html`<li>
            <p class="field">
              <code>${name}</code>
              <span class="type">${words.place[place]} · ${typeOf(context, schema)}</span
              >${mark(context, required, true)}
            </p>
            ${english(context, description ?? schema.description)}${setOf(context, schema)}
          </li>`,
      )}
    </ul>`;
}

function answer(context: Context, call: Call): Markup {
  const { words, fill } = context;
  const given = answerOf(call);
  const head = (text: string) =>
    html`<h3>${words.answer}</h3>
      <p>${text}</p>`;
  if (!given) return head(words.redirect);
  const data = given.content.schema?.properties?.['data'];
  if (given.media !== 'application/json' || !given.content.schema)
    return head(fill(words.raw_answer, { media: given.media }));
  if (!data)
    return html`<h3>${words.answer}</h3>
      ${fieldsOf(context, given.content.schema, false)}`;
  if (data.type === 'null') return head(words.empty_answer);
  return html`<h3>${words.answer_data}</h3>
    <p class="field"><span class="type">${typeOf(context, data)}</span></p>
    ${parents(data).map((parent) => html`<p><a href="#object-${parent}">${parent}</a> +</p>`)}${fieldsOf(context, refName(bare(data).schema) ? {} : data, false)}`;
}

function errors({ words, path }: Context, call: Call): Markup {
  const codes = codesOf(call).filter((one) => !(COMMON_CODES as readonly string[]).includes(one));
  const all = path('/developers/errors');
  return html`<h3>${words.errors}</h3>
    <p class="set">
      ${codes.map((one) => html`<a href="${all}#${one}"><code>${one}</code></a> `)}<a href="${all}#common"
        >${words.common_errors}</a
      >
    </p>`;
}

/** The section of one call: purpose, input, output, errors and examples. */
export function operationSection(context: Context, call: Call, title: string): Markup {
  const { words } = context;
  const body = bodyOf(call);
  const typescript = typescriptOf(call);
  const example = answerOf(call)?.content.example;
  const says = call.description === `${call.summary}.` ? undefined : call.description;
  return html`<section id="${call.operationId}" class="operation">
    <div class="says">
      <h2>${title}</h2>
      <p class="call"><span class="method">${call.method}</span> <code>${call.path}</code></p>
      ${badges(context, call)}${english(context, says)}${parameters(context, call)}${
        body &&
        html`<h3>${words.body} <span class="type">${body.media}</span></h3>
          ${fieldsOf(context, body.content.schema ?? {}, true)}`
      }${answer(context, call)}${errors(context, call)}
    </div>
    <div class="shows">
      ${code(curlOf(call), 'curl')}${typescript && code(typescript, 'TypeScript')}${
        example !== undefined && code(JSON.stringify(example, null, 2), words.example_answer)
      }
    </div>
  </section>`;
}
