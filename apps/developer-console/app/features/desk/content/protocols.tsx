import type { ProtocolVersion } from '@yunduo/api-contract';
import {
  ConfirmDialog,
  loadChunk,
  LocaleLink,
  notePage,
  showToast,
  useAppSelector,
  useLocale,
  useLocalePath,
} from '@yunduo/app-shell';
import { readDraft } from '@yunduo/app-shell/read-draft';
import { FormError } from '@yunduo/app-shell/form-error';
import { draftRevision, useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  useDeskProtocolPublishMutation,
  useDeskProtocolsQuery,
  useLazyDeskProtocolsQuery,
} from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import {
  Badge,
  Button,
  buttonClass,
  Field,
  LiveRegion,
  Notice,
  Select,
  Skeleton,
  Table,
  TextInput,
  type BadgeTone,
  type Column,
} from '@yunduo/ui';
import { PROTOCOL_TEXT_MAX } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { useTranslations } from '../../../shell/words.ts';
import { RoomFailed } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './content.module.css';
import { BothField, Conflict, fromShanghaiInput, type Both } from './fields.tsx';
import { WithdrawVersion } from './take-away.tsx';
import { useFresh } from './use-fresh.ts';

const PATH = `${roomPath('content')}?kind=protocols`;

type State = 'current' | 'announced' | 'old';
const TONES: Readonly<Record<State, BadgeTone>> = { current: 'good', announced: 'warn', old: 'neutral' };
const stateOf = ({ current, announced }: ProtocolVersion): State =>
  current ? 'current' : announced ? 'announced' : 'old';

/** All versions of all agreements, and the form for the next one. */
export default function Protocols({ writing }: { writing: boolean }) {
  const t = useTranslations('deskContent');
  const desk = useTranslations('desk');
  const locale = useLocale();
  const [withdrawing, setWithdrawing] = useState<ProtocolVersion | null>(null);
  const query = useDeskProtocolsQuery(undefined, { refetchOnMountOrArgChange: true });
  const list = query.currentData?.list;
  const fresh = useFresh(query);
  if (!list || (writing && !fresh))
    return query.error ? (
      <RoomFailed {...query} />
    ) : (
      <Skeleton label={desk('loading')} shape={writing ? 'row' : 'table'} rows={8} />
    );
  if (writing) return <ProtocolForm newest={list.filter(({ markdown }) => markdown !== null)} />;
  const columns: Column<ProtocolVersion>[] = [
    { key: 'title', header: t('protocols.title'), cell: ({ title }) => <b>{title[locale]}</b> },
    {
      key: 'version',
      header: t('protocols.version'),
      cell: ({ version }) => <span className="num">{version}</span>,
    },
    {
      key: 'state',
      header: t('protocols.state'),
      cell: (one) => <Badge tone={TONES[stateOf(one)]}>{t(`protocols.${stateOf(one)}`)}</Badge>,
    },
    {
      key: 'from',
      header: t('protocols.from'),
      cell: ({ published_at }) => <time dateTime={published_at}>{momentOf(published_at, locale)}</time>,
    },
    {
      key: 'actions',
      header: t('protocols.actions'),
      kind: 'actions',
      cell: (one) =>
        one.announced && (
          <Button
            kind="line"
            size="sm"
            aria-label={t('protocols.withdraw_label', { title: one.title[locale], version: one.version })}
            onClick={() => setWithdrawing(one)}
          >
            {t('protocols.withdraw')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <div className={styles.toolbar}>
        <p className="quiet">{t('protocols.lead')}</p>
        <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={`${PATH}&id=new`}>
          {t('protocols.create')}
        </LocaleLink>
      </div>
      <Table
        caption={t('protocols.caption')}
        columns={columns}
        rows={list}
        rowKey={({ id, version }) => `${id} ${version}`}
      />
      <TimeZone />
      {withdrawing && <WithdrawVersion version={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

/** The agreement of the stored draft, if there is one, and the version that each text is based on. */
function draftIn(newest: readonly ProtocolVersion[], key: string) {
  const bases: Record<string, string> = Object.fromEntries(newest.map(({ id, version }) => [id, version]));
  const untouched = {};
  const draft = readDraft(key, { id: String(newest[0]?.id), markdown: untouched });
  const now = bases[draft.id];
  if (draft.markdown !== untouched && now) bases[draft.id] = draftRevision(key, now);
  return { id: draft.id, bases };
}

/** The next version of an agreement, based on the newest one. Its consequences are shown before, and confirmed. */
export function ProtocolForm({ newest }: { newest: readonly ProtocolVersion[] }) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const localePath = useLocalePath();
  const navigate = useNavigate();
  const user = useAppSelector(selectUser);
  const [publish] = useDeskProtocolPublishMutation();
  const [read] = useLazyDeskProtocolsQuery();
  const [asking, setAsking] = useState(false);
  const agreed = useRef(false);
  const [first] = newest;
  const draftKey = `protocol:${user?.id}`;
  const [selected, setSelected] = useState(() => draftIn(newest, draftKey).id);
  /** The version that each text is based on, by agreement. */
  const [bases, setBases] = useState(() => draftIn(newest, draftKey).bases);
  const base = (id: string, version = '') => setBases((all) => ({ ...all, [id]: version }));
  const form = useForm({
    initialValues: {
      id: first?.id ?? '',
      version: '',
      markdown: first?.markdown ?? { zh: '', en: '' },
      published_at: '',
    },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).protocolSchema,
    draft: { key: draftKey, revision: bases[selected] },
    onSubmit: async ({ id, version, markdown }) => {
      // An empty time means now: one that cannot be read must not.
      if (form.values.published_at && !fromShanghaiInput(form.values.published_at)) {
        form.reject('published_at', 'published_at_invalid');
        return false;
      }
      // A valid form needs a confirmation first: a version that users consented to cannot be withdrawn.
      if (!agreed.current) {
        const now = (await read()).data?.list.find((one) => one.id === id && one.markdown);
        // The page shows that a colleague published meanwhile.
        if (!now || now.version === bases[id]) setAsking(true);
        return false;
      }
      agreed.current = false;
      const at = fromShanghaiInput(form.values.published_at);
      const onPage = notePage();
      await publish(handledByForm({ id, version, markdown, ...(at && { published_at: at }) })).unwrap();
      showToast(t('protocols.published'));
      if (onPage()) void navigate(localePath(PATH));
      return undefined;
    },
  });
  const { values, errorOf, field } = form;
  const chosen = newest.find(({ id }) => id === values.id);
  const outdated = chosen && chosen.version !== bases[chosen.id] ? chosen : null;
  const effective = fromShanghaiInput(values.published_at);
  // Of the agreements that are not selected at the moment, by id: a selection must not discard what was typed.
  const texts = useRef(new Map<string, Both>());
  const choose = (id: string) => {
    texts.current.set(values.id, values.markdown);
    form.setValue('id', id);
    setSelected(id);
    const own = texts.current.get(id);
    const published = newest.find((one) => one.id === id);
    if (!own) base(id, published?.version);
    const text = own ?? published?.markdown;
    if (text) form.setValue('markdown', text);
  };
  return (
    <>
      <p className={styles.back}>
        <LocaleLink to={PATH}>{t('protocols.back')}</LocaleLink>
      </p>
      <h2 className={styles.heading}>{t('protocols.create_heading')}</h2>
      <form {...form.form} className={styles.form}>
        <Notice tone="warn">
          <p>{t('protocols.means')}</p>
        </Notice>
        <div className={styles.both}>
          <Field label={t('protocols.which')} error={errorOf('id')}>
            {(control) => (
              <Select {...control} value={values.id} onChange={({ target }) => choose(target.value)}>
                {newest.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title[locale]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            required
            label={t('protocols.number')}
            hint={t('protocols.number_hint', { version: chosen?.version ?? '' })}
            error={errorOf('version')}
          >
            {(control) => <TextInput {...control} {...field('version')} autoComplete="off" />}
          </Field>
        </div>
        <BothField
          form={form}
          name="markdown"
          label={t('protocols.markdown')}
          value={values.markdown}
          max={PROTOCOL_TEXT_MAX}
          rows={20}
          required
        />
        <div className={styles.short}>
          <Field label={t('protocols.at')} hint={t('protocols.at_hint')} error={errorOf('published_at')}>
            {(control) => <TextInput {...control} {...field('published_at')} type="datetime-local" />}
          </Field>
        </div>
        <LiveRegion role="alert">
          {outdated && (
            <Conflict
              title={t('protocols.conflict', { version: outdated.version })}
              text={t('protocols.conflict_text', { version: outdated.version })}
              onMine={() => base(outdated.id, outdated.version)}
              onTheirs={() => {
                base(outdated.id, outdated.version);
                form.setValue('markdown', outdated.markdown);
              }}
            />
          )}
        </LiveRegion>
        <FormError error={form.error} />
        <div className={styles.deeds}>
          <Button type="submit" busy={form.busy}>
            {t(form.busy ? 'protocols.submitting' : 'protocols.submit')}
          </Button>
        </div>
      </form>
      {asking && (
        <ConfirmDialog
          title={t('protocols.confirm_title', {
            title: chosen?.title[locale] ?? '',
            version: values.version,
          })}
          confirm={
            effective
              ? t('protocols.confirm_at', { moment: momentOf(effective, locale) })
              : t('protocols.confirm')
          }
          danger
          onClose={() => setAsking(false)}
          onConfirm={() => {
            agreed.current = true;
            form.submit();
          }}
        >
          <p>{t('protocols.means')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
