import type { ApiFailure } from '@yunduo/api-client';
import type { AdminArticle, ArticleVersion, DataOf, adminContent } from '@yunduo/api-contract';
import {
  claimFailure,
  Dialog,
  lazyWithRetry,
  LocaleLink,
  loadChunk,
  notePage,
  showToast,
  useAppSelector,
  useLocale,
  useLocalePath,
  useShownFailure,
} from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { draftRevision, useForm, type Form } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  isApiFailure,
  useDeskArticleHistoryQuery,
  useDeskArticlePreviewMutation,
  useDeskArticlePublishMutation,
  useDeskArticleQuery,
  useDeskArticleSaveMutation,
  useDeskArticleUnscheduleMutation,
  useLazyDeskArticleQuery,
} from '@yunduo/data-access';
import { deadlineOf, momentOf } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Button, Field, Icon, LiveRegion, Notice, PageHead, Select, Skeleton, TextInput } from '@yunduo/ui';
import { ARTICLE, ARTICLE_PLACES, type ArticlePlace } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { closeIfOutdated, takeCurrent } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import { RoomFailed } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import { ArticleState, oneLine } from './article-state.tsx';
import styles from './content.module.css';
import {
  BOTH_EMPTY,
  BothField,
  BothRich,
  Conflict,
  PictureField,
  type Both,
  type Picture,
} from './fields.tsx';
import { Archive } from './take-away.tsx';
import { useFresh } from './use-fresh.ts';

const ScheduleDialog = lazyWithRetry(() => import('./schedule.tsx'));

const PATH = roomPath('content');

type Part = 'intro' | 'html' | 'picture' | 'link' | 'facts';
/**
 * The parts of an article that the site shows in its place; other parts that an article already has are shown in the
 * form, too.
 */
const PARTS: Readonly<Record<ArticlePlace, readonly Part[]>> = {
  top_description: ['intro'],
  banner: ['intro', 'picture', 'link'],
  introduction: ['intro', 'html', 'facts', 'link'],
  benefits: ['intro', 'html', 'picture', 'link'],
  selection: ['intro', 'html', 'link'],
  self_hosting: ['intro', 'html', 'picture', 'facts', 'link'],
  credentials: ['intro', 'html', 'facts', 'link'],
  partners: ['intro', 'html', 'picture', 'facts', 'link'],
  download: ['intro', 'html', 'facts', 'link'],
  email: ['intro', 'html', 'link'],
  about: ['intro', 'html', 'picture', 'facts'],
};

interface Fact {
  label: Both;
  value: Both;
}
type Values = {
  use_to: ArticlePlace;
  title: Both;
  intro: Both;
  html: Both;
  picture: string;
  picture_url: string;
  link: { href: string; text: Both };
  facts: Fact[];
};

const valuesOf = (content: AdminArticle['content']): Values => ({
  use_to: content.use_to,
  title: content.title,
  intro: content.intro,
  html: content.html,
  picture: content.picture ?? '',
  picture_url: content.picture_url ?? '',
  link: content.link ?? { href: '', text: BOTH_EMPTY },
  facts: content.facts,
});
const newValues = (use_to: ArticlePlace): Values => ({
  use_to,
  title: BOTH_EMPTY,
  intro: BOTH_EMPTY,
  html: BOTH_EMPTY,
  picture: '',
  picture_url: '',
  link: { href: '', text: BOTH_EMPTY },
  facts: [],
});

/** One article: texts in both languages, picture, and publication. */
export default function ArticleEditor({ id }: { id: string }) {
  const t = useTranslations('deskContent');
  const desk = useTranslations('desk');
  const [address] = useSearchParams();
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
  // One object per mounted view, so that its `handledByForm` mark persists: the page itself shows a missing article.
  const [input] = useState(() => handledByForm({ id: number ?? 0 }));
  const query = useDeskArticleQuery(input, { skip: number === null, refetchOnMountOrArgChange: true });
  const place = ARTICLE_PLACES.find((known) => known === address.get('place')) ?? 'partners';
  const fresh = useFresh(query);
  const [first, setFirst] = useState<AdminArticle | null>(null);
  if (!first && fresh && query.currentData) setFirst(query.currentData);
  const missing = isApiFailure(query.error) && query.error.code === 'ARTICLE_NOT_FOUND' ? query.error : null;
  useShownFailure(missing);
  const back = (
    <p className={styles.back}>
      <LocaleLink to={PATH}>{t('article.back')}</LocaleLink>
    </p>
  );
  if (id === 'new') {
    return (
      <>
        {back}
        <PageHead title={t('article.new_heading')} />
        <Editor article={null} place={place} />
      </>
    );
  }
  if (first) {
    return (
      <>
        {back}
        <Editor article={first} place={first.content.use_to} />
      </>
    );
  }
  return (
    <>
      {back}
      <PageHead title={number === null || missing ? t('article.gone') : desk('room.content')} />
      {query.error && !missing ? (
        <RoomFailed {...query} />
      ) : (
        number !== null && !missing && <Skeleton label={desk('loading')} rows={6} />
      )}
    </>
  );
}

type Next = 'save' | 'preview' | 'publish' | 'schedule';
type Preview = DataOf<typeof adminContent.preview>;

function Editor({ article: first, place }: { article: AdminArticle | null; place: ArticlePlace }) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const localePath = useLocalePath();
  const navigate = useNavigate();
  const user = useAppSelector(selectUser);
  const [save] = useDeskArticleSaveMutation();
  const [publish] = useDeskArticlePublishMutation();
  const [preview] = useDeskArticlePreviewMutation();
  const [read] = useLazyDeskArticleQuery();
  const draftKey = `article:${first?.id ?? `new:${place}`}:${user?.id}`;
  // Its revision is the one that the texts are based on.
  const [article, setArticle] = useState(
    () => first && { ...first, revision: draftRevision(draftKey, first.revision) },
  );
  const [conflict, setConflict] = useState(() => (first?.revision === article?.revision ? null : first));
  const [shown, setShown] = useState<Preview | null>(null);
  const [open, setOpen] = useState<'archive' | 'history' | 'schedule' | null>(null);
  const next = useRef<Next>('save');
  const [pressed, setPressed] = useState<Next>('save');

  const form = useForm<Values>({
    initialValues: first ? valuesOf(first.content) : newValues(place),
    schema: async () => (await loadChunk(() => import('./rules.ts'))).articleSchema,
    // Drafts stay in this tab until they are saved, per user.
    draft: { key: draftKey, revision: article?.revision },
    onSubmit: async ({ use_to, title: names, intro, html, picture, link, facts }) => {
      setShown(null);
      const onPage = notePage();
      const before = form.values;
      let saved = article;
      if (!saved || form.changed) {
        const edited = saved && { id: saved.id, revision: saved.revision };
        // The form does not set the order within a place: it is kept, or the article becomes the last.
        const words = { use_to, title: names, intro, html, link, facts, picture: picture || null };
        saved = await save(handledByForm({ ...words, ...edited })).unwrap();
        setArticle(saved);
        const now = valuesOf(saved.content);
        form.reset(now);
        // What was typed while the save ran stays, for the next one.
        takeCurrent({ values: typed.current ?? before, setValue }, before, now);
      }
      const { id, revision } = saved;
      if (next.current === 'publish') {
        const live = await publish(handledByForm({ id, revision })).unwrap();
        setArticle(live);
        showToast(t('article.published'));
      } else if (next.current === 'schedule') setOpen('schedule');
      else if (next.current === 'preview') setShown(await preview(handledByForm({ id })).unwrap());
      else showToast(t('article.saved'));
      setConflict(null);
      // A new article now has an address; saving has removed its draft.
      if (!first) {
        form.removeDraft();
        if (next.current !== 'preview' && onPage())
          void navigate(localePath(`${PATH}?id=${id}`), { replace: true });
      }
    },
    onConflict: (failure: ApiFailure) => {
      if (failure.code !== 'EDIT_CONFLICT' || !article) return false;
      claimFailure(failure);
      showConflict(article.id);
      return true;
    },
  });
  const showConflict = (id: number) => void read({ id }).then(({ data }) => data && setConflict(data));
  const { values, errorOf, setValue } = form;
  const typed = useRef<Values>(null);
  useEffect(() => {
    typed.current = values;
  }, [values]);
  const [uploading, setUploading] = useState(false);
  const send = (what: Next) => {
    if (uploading) return showToast(t('article.picture_wait'), { kind: 'error' });
    next.current = what;
    setPressed(what);
    form.submit();
  };
  const has = (part: Part): boolean => PARTS[values.use_to].includes(part) || isFilled(values, part);
  const title = oneLine(article?.content.title[locale] ?? '');
  const take = (content: AdminArticle['content']) => {
    for (const [name, value] of Object.entries(valuesOf(content))) setValue(name as keyof Values, value);
  };
  return (
    <>
      {article && (
        <>
          <PageHead title={title} />
          <p className={styles.line}>
            <ArticleState article={article} />
            <span>{t(`place.${article.content.use_to}`)}</span>
            <span className={styles.long}>
              {article.updated_by
                ? t('article.changed_by', {
                    moment: momentOf(article.updated_at, locale),
                    name: article.updated_by,
                  })
                : t('article.changed_at', { moment: momentOf(article.updated_at, locale) })}
            </span>
          </p>
          {/* The previous API knows no schedules. */}
          {article.schedule && (
            <Scheduled
              article={article}
              schedule={article.schedule}
              onChange={() => send('schedule')}
              onDone={setArticle}
              onConflict={() => showConflict(article.id)}
            />
          )}
        </>
      )}
      <form
        {...form.form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send('save');
        }}
      >
        {!article && (
          <div className={styles.short}>
            <Field label={t('article.place')} error={errorOf('use_to')}>
              {(control) => (
                <Select
                  {...control}
                  value={values.use_to}
                  onChange={({ target }) => setValue('use_to', target.value)}
                >
                  {ARTICLE_PLACES.map((each) => (
                    <option key={each} value={each}>
                      {t(`place.${each}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        )}
        <BothField
          form={form}
          name="title"
          label={t('article.title')}
          value={values.title}
          max={ARTICLE.titleMax}
          rows={2}
          required
        />
        {has('picture') && (
          <PictureField
            picture={{ name: values.picture, url: values.picture_url }}
            error={errorOf('picture')}
            onUploading={setUploading}
            onChange={({ name, url }: Picture) => {
              setValue('picture', name);
              setValue('picture_url', url);
            }}
          />
        )}
        {has('intro') && (
          <BothField
            form={form}
            name="intro"
            label={t('article.intro')}
            value={values.intro}
            max={ARTICLE.introMax}
            rows={3}
          />
        )}
        {has('html') && <BothRich form={form} name="html" label={t('article.html')} value={values.html} />}
        {has('link') && (
          <>
            <Field label={t('article.link')} hint={t('article.link_hint')} error={errorOf('link.href')}>
              {(control) => (
                <TextInput {...control} {...form.field('link.href')} inputMode="url" autoComplete="off" />
              )}
            </Field>
            <BothField
              form={form}
              name="link.text"
              label={t('article.link_text')}
              value={values.link.text}
              max={ARTICLE.linkTextMax}
            />
          </>
        )}
        {has('facts') && <Facts form={form} />}
        <LiveRegion role="alert">
          {conflict && (
            <Conflict
              title={t('article.conflict', {
                name: conflict.updated_by ?? t('article.conflict_somebody'),
                moment: momentOf(conflict.updated_at, locale),
              })}
              text={t('article.conflict_text')}
              onMine={() => {
                setArticle(conflict);
                setConflict(null);
              }}
              onTheirs={() => {
                setArticle(conflict);
                form.removeDraft();
                form.reset(valuesOf(conflict.content));
                setConflict(null);
              }}
            />
          )}
        </LiveRegion>
        <FormError error={form.error} />
        <LiveRegion role="status">
          {shown && (
            <Notice title={t('article.preview_ready', { moment: momentOf(shown.expires_at, locale) })}>
              <p className={styles.actions}>
                {(['zh', 'en'] as const).map((lang) => (
                  <a key={lang} href={shown[lang]} target="_blank" rel="noopener">
                    {t(`article.preview_${lang}`)}
                  </a>
                ))}
              </p>
            </Notice>
          )}
        </LiveRegion>
        <div className={styles.deeds}>
          <Button onClick={() => send('publish')} busy={form.busy && pressed === 'publish'}>
            {t('article.publish')}
          </Button>
          <Button type="submit" kind="line" busy={form.busy && pressed === 'save'}>
            {t('article.save')}
          </Button>
          <Button kind="line" onClick={() => send('preview')} busy={form.busy && pressed === 'preview'}>
            {t('article.preview')}
          </Button>
          {article && (
            <Button kind="line" onClick={() => send('schedule')} busy={form.busy && pressed === 'schedule'}>
              {t('schedule.action')}
            </Button>
          )}
          {article && (
            <Button kind="bare" onClick={() => setOpen('history')}>
              {t('article.history')}
            </Button>
          )}
          {article?.status === 'published' && (
            <Button kind="bare" data-apart="" onClick={() => setOpen('archive')}>
              {t('article.archive')}
            </Button>
          )}
        </div>
      </form>
      {open === 'archive' && article && (
        <Archive
          article={article}
          onDone={setArticle}
          onConflict={() => showConflict(article.id)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'schedule' && article && (
        <ScheduleDialog
          article={article}
          onDone={setArticle}
          onConflict={() => showConflict(article.id)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'history' && article && (
        <History
          id={article.id}
          onUse={(content) => {
            take(content);
            setOpen(null);
            showToast(t('article.history_used'));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface ScheduledProps {
  article: AdminArticle;
  schedule: NonNullable<AdminArticle['schedule']>;
  /** Opens the schedule. */
  onChange: () => void;
  onDone: (article: AdminArticle) => void;
  /** It has happened, or a colleague changed it: the editor shows the article as it is. */
  onConflict: () => void;
}

/** What time is still to do with the article, and whether it cannot, because the draft was changed since. */
function Scheduled({ article, schedule, onChange, onDone, onConflict }: ScheduledProps) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [cancel, { isLoading }] = useDeskArticleUnscheduleMutation();
  const { publish_at: start, end_at: end, by: name, outdated } = schedule;
  const at = (moment: string) => ({ moment: deadlineOf(moment, locale) });
  return (
    <div className={styles.scheduled}>
      <Notice
        tone={outdated ? 'warn' : 'info'}
        title={
          start
            ? t(outdated ? 'schedule.outdated_title' : 'schedule.starts_title', at(start))
            : t('schedule.ends_title', at(end ?? ''))
        }
      >
        <p>
          {t(outdated ? 'schedule.outdated_text' : 'schedule.by', { name })}
          {start && end && ` ${t('schedule.ends_then', at(end))}`}
        </p>
        <p className={styles.actions}>
          <Button kind="line" size="sm" onClick={onChange}>
            {t('schedule.change')}
          </Button>
          <Button
            kind="line"
            size="sm"
            busy={isLoading}
            onClick={async () => {
              const { data, error } = await cancel({ id: article.id });
              if (isApiFailure(error)) closeIfOutdated(onConflict)(error);
              if (!data) return;
              onDone(data);
              showToast(t('schedule.cancelled'));
            }}
          >
            {t('schedule.cancel')}
          </Button>
        </p>
      </Notice>
    </div>
  );
}

function isFilled(values: Values, part: Part): boolean {
  if (part === 'picture') return values.picture !== '';
  if (part === 'link') return values.link.href !== '';
  if (part === 'facts') return values.facts.length > 0;
  return values[part].zh !== '' || values[part].en !== '';
}

/** Facts, figures or partners: each a label with an optional value, in both languages. */
function Facts({ form }: { form: Form<Values> }) {
  const t = useTranslations('deskContent');
  const { facts } = form.values;
  const change = (list: Fact[]) => form.setValue('facts', list);
  const error = form.errorOf('facts');
  return (
    <fieldset className={styles.facts} aria-invalid={error ? true : undefined}>
      <legend>{t('article.facts')}</legend>
      <p className="quiet">{t('article.facts_hint', { count: ARTICLE.facts })}</p>
      {facts.map((fact, index) => {
        const number = index + 1;
        return (
          <div key={index} className={styles.fact}>
            <div>
              <b>{t('article.fact', { number })}</b>
              <span className={styles.actions}>
                {index > 0 && (
                  <Button
                    kind="bare"
                    size="sm"
                    aria-label={t('article.fact_up', { number })}
                    onClick={() =>
                      change([
                        ...facts.slice(0, index - 1),
                        fact,
                        ...facts.slice(index - 1, index),
                        ...facts.slice(number),
                      ])
                    }
                  >
                    <Icon name="down" className={`icon ${styles.flip ?? ''}`} />
                  </Button>
                )}
                <Button
                  kind="bare"
                  size="sm"
                  aria-label={t('article.fact_remove', { number })}
                  onClick={() => change(facts.filter((_, at) => at !== index))}
                >
                  <Icon name="close" />
                </Button>
              </span>
            </div>
            <BothField
              form={form}
              name={`facts[${index}].label`}
              label={t('article.fact_field')}
              value={fact.label}
              max={ARTICLE.factMax}
              required
            />
            <BothField
              form={form}
              name={`facts[${index}].value`}
              label={t('article.fact_value')}
              value={fact.value}
              max={ARTICLE.factMax}
            />
          </div>
        );
      })}
      {error && <p className={styles.error}>{error}</p>}
      {facts.length < ARTICLE.facts && (
        <p>
          <Button
            kind="line"
            size="sm"
            onClick={() => change([...facts, { label: BOTH_EMPTY, value: BOTH_EMPTY }])}
          >
            {t('article.fact_add')}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

interface HistoryProps {
  id: number;
  onUse: (content: ArticleVersion['content']) => void;
  onClose: () => void;
}

function History({ id, onUse, onClose }: HistoryProps) {
  const t = useTranslations('deskContent');
  const desk = useTranslations('desk');
  const locale = useLocale();
  const query = useDeskArticleHistoryQuery({ id }, { refetchOnMountOrArgChange: true });
  const list = query.currentData?.list;
  return (
    <Dialog title={t('article.history')} onClose={onClose}>
      <p>{list?.length === 0 ? t('article.history_empty') : t('article.history_lead')}</p>
      {list?.length === 0 ? null : list ? (
        <ul className={styles.versions}>
          {list.map(({ id: version, content, published_at, published_by }) => {
            const moment = published_at ? momentOf(published_at, locale) : t('article.history_before');
            return (
              <li key={version}>
                <span className={styles.long}>
                  <b>{oneLine(content.title[locale])}</b>
                  <small>
                    {moment}
                    {published_by && ` · ${t('article.history_by', { name: published_by })}`}
                  </small>
                </span>
                <Button
                  kind="line"
                  size="sm"
                  aria-label={t('article.history_use_label', { moment })}
                  onClick={() => onUse(content)}
                >
                  {t('article.history_use')}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : query.error ? (
        <RoomFailed {...query} />
      ) : (
        <Skeleton label={desk('loading')} rows={3} />
      )}
    </Dialog>
  );
}
