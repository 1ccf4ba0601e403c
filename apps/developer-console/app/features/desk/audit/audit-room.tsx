import type { AuditEntry } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { useDeskAuditQuery, useLazyDeskAuditQuery } from '@yunduo/data-access';
import { megabytes, momentOf, SHANGHAI, textLang, type Locale } from '@yunduo/i18n';
import { PageHead, Select, TextInput, type Column } from '@yunduo/ui';
import { DAY, EMAIL_MAX } from '@yunduo/validation';
import { useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { csvMoment, csvZone } from '../../../parts/csv.ts';
import { useTranslations } from '../../../shell/words.ts';
import shared from '../desk.module.css';
import { ExportButton } from '../export-button.tsx';
import { DeskList, Filters, pageOf, sendForm, SendFilters } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './audit.module.css';

/** Kinds of actions: the part of their names before the full stop. */
const AUDIT_KINDS = [
  'activity',
  'app',
  'app_report',
  'article',
  'backup',
  'calendar',
  'decision',
  'dev_app',
  'feedback',
  'invitation',
  'invite_request',
  'job',
  'licence',
  'order',
  'payment',
  'plan',
  'protocol',
  'release',
  'review',
  'role',
  'seller',
  'site',
  'subscriber',
  'user',
] as const;

/** Start of a day in Shanghai, from the value of a date input, `2026-11-18`; null if invalid. */
function startOf(day: string | null): number | null {
  const there = /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return Number.isNaN(there) ? null : there - SHANGHAI;
}

function auditInput(query: URLSearchParams) {
  const kind = AUDIT_KINDS.find((known) => known === query.get('action'));
  const actor = query.get('actor')?.trim().slice(0, EMAIL_MAX);
  const target = query.get('target')?.trim().slice(0, 200);
  const from = startOf(query.get('from'));
  const to = startOf(query.get('to'));
  return {
    ...(actor && { actor }),
    ...(kind && { action: kind }),
    ...(target && { target }),
    ...(from !== null && { from: new Date(from).toISOString() }),
    // The end day is included.
    ...(to !== null && { to: new Date(to + DAY).toISOString() }),
    page: pageOf(query),
  };
}

/** The audit log, newest first. */
export default function AuditRoom() {
  const t = useTranslations('deskAudit');
  const desk = useTranslations('desk');
  const locale = useLocale();
  const [address] = useSearchParams();
  const input = auditInput(address);
  const query = useDeskAuditQuery(input, { refetchOnMountOrArgChange: true });
  const [ask] = useLazyDeskAuditQuery();
  const value = (name: string) => address.get(name) ?? '';
  const path = roomPath('audit');
  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      header: t('column.at'),
      cell: ({ at }) => <time dateTime={at}>{momentOf(at, locale)}</time>,
    },
    {
      key: 'actor',
      header: t('column.actor'),
      cell: ({ actor, via }) => (
        <>
          <span className={shared.email}>{actor}</span>
          <small>{t(`via.${via}`)}</small>
        </>
      ),
    },
    {
      key: 'action',
      header: t('column.action'),
      cell: ({ action, target }) => {
        const kind = AUDIT_KINDS.find((known) => action.startsWith(`${known}.`));
        return (
          <>
            {kind && t(`kind.${kind}`)}
            <small className="num">{action}</small>
            <small className="num">{target}</small>
          </>
        );
      },
    },
    {
      key: 'details',
      header: t('column.details'),
      cell: ({ details }) => <Details details={details} />,
    },
  ];
  return (
    <>
      <PageHead title={desk('room.audit')} lead={t('lead')} />
      <Filters
        path={path}
        shown={{
          actor: value('actor'),
          action: input.action ?? '',
          from: value('from'),
          to: value('to'),
          target: value('target'),
        }}
      >
        <label className={shared.wide}>
          {t('actor')}
          <TextInput name="actor" type="search" placeholder={t('actor_hint')} defaultValue={value('actor')} />
        </label>
        <label>
          {t('action')}
          <Select name="action" defaultValue={input.action ?? ''} onChange={sendForm}>
            <option value="">{t('any_action')}</option>
            {AUDIT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kind.${kind}`)}
              </option>
            ))}
          </Select>
        </label>
        <div className={shared.range}>
          <label>
            {t('from')}
            <TextInput name="from" type="date" defaultValue={value('from')} />
          </label>
          <label>
            {t('to')}
            <TextInput name="to" type="date" defaultValue={value('to')} />
          </label>
        </div>
        <label>
          {t('column.target')}
          <TextInput name="target" className="num" defaultValue={value('target')} />
        </label>
        <SendFilters />
      </Filters>
      <DeskList
        query={query}
        caption={desk('room.audit')}
        columns={columns}
        rowKey={({ id }) => id}
        path={path}
        filtered={Object.keys(input).length > 1}
        empty={{ title: t('empty'), text: t('empty_text') }}
      />
      {query.currentData && query.currentData.total > 0 && (
        <p className={shared.actions}>
          <ExportButton<AuditEntry>
            name="audit"
            columns={[
              csvZone(t('column.at')),
              t('column.actor'),
              t('by_way'),
              t('column.action'),
              t('column.target'),
              t('column.details'),
            ]}
            rowKey={({ id }) => id}
            rowOf={({ at, actor, via, action, target, details }) => [
              csvMoment(at),
              actor,
              t(`via.${via}`),
              action,
              target,
              JSON.stringify(details),
            ]}
            ask={(paging) => ask({ ...input, ...paging }).unwrap()}
          />
        </p>
      )}
      <TimeZone />
    </>
  );
}

/** Details that identify and change something come first and in this order: the database sorts by length. */
const FIRST = ['app', 'version', 'from', 'to'];
const placeOf = (name: string): number => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);

/** Further details of an action in the log, as names and values. */
function Details({ details }: { details: AuditEntry['details'] }) {
  const locale = useLocale();
  const entries = Object.entries(details).sort(([one], [other]) => placeOf(one) - placeOf(other));
  if (entries.length === 0) return <span className="quiet">–</span>;
  return (
    <dl className={styles.details}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className="num">{name}</dt>
          <dd>
            {linesOf(value, locale).map(({ text, checksum }) => (
              <div key={text} lang={textLang(text, locale)}>
                {text}
                {checksum && <small className="num">{checksum}</small>}
              </div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Line {
  text: string;
  /** The SHA-256 of a file, below its name. */
  checksum?: string;
}

/** A value of the details in one or more lines: a list of objects has one line for each, with its names and values. */
function linesOf(value: unknown, locale: Locale): readonly Line[] {
  const text = (one: unknown): string => {
    if (one === null || one === '') return '–';
    if (typeof one === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(one) ? momentOf(one, locale) : one;
    return JSON.stringify(one);
  };
  const isRecord = (one: unknown): one is Record<string, unknown> =>
    typeof one === 'object' && one !== null && !Array.isArray(one);
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord))
    return value.map(({ target, size, sha256, ...more }) => {
      if (typeof target === 'string' && typeof size === 'number' && typeof sha256 === 'string')
        return { text: `${target} · ${megabytes(size)}`, checksum: sha256 };
      return {
        text: Object.entries({ target, size, sha256, ...more })
          .filter(([, part]) => part !== undefined)
          .map(([name, part]) => `${name} ${text(part)}`)
          .join(', '),
      };
    });
  return [{ text: text(value) }];
}
