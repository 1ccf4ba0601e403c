import type { AdminRelease } from '@yunduo/api-contract';
import {
  CopyButton,
  FormDialog,
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
  useDeskReleasePublishMutation,
  useDeskReleaseRequireMutation,
  useDeskReleasesQuery,
  useDeskReleaseWithdrawMutation,
} from '@yunduo/data-access';
import { htmlLang, LOCALES, momentOf, textAttributes } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import {
  Badge,
  Button,
  buttonClass,
  Checkbox,
  EmptyState,
  Field,
  FileInput,
  Notice,
  Select,
  Skeleton,
  Table,
  TextArea,
  TextInput,
  type Column,
} from '@yunduo/ui';
import { ARCHITECTURES, CLIENT_PLATFORMS, RELEASE_PRODUCTS, type ReleaseProduct } from '@yunduo/validation';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import { RoomFailed } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './releases.module.css';

const PATH = `${roomPath('releases')}?kind=releases`;
const TARGETS: Readonly<Record<ReleaseProduct, readonly string[]>> = {
  client: CLIENT_PLATFORMS,
  private: ARCHITECTURES,
};

/** All releases of both products, including withdrawn ones, and the form for the next one. */
export default function Releases({ publishing }: { publishing: boolean }) {
  const t = useTranslations('deskReleases');
  const desk = useTranslations('desk');
  const locale = useLocale();
  const [withdrawing, setWithdrawing] = useState<AdminRelease | null>(null);
  const [requiring, setRequiring] = useState<string | null>(null);
  const query = useDeskReleasesQuery(undefined, { skip: publishing, refetchOnMountOrArgChange: true });
  if (publishing) return <PublishForm />;
  const list = query.currentData?.list;
  if (!list)
    return query.error ? (
      <RoomFailed {...query} />
    ) : (
      <Skeleton label={desk('loading')} shape="table" rows={8} />
    );
  const columns: Column<AdminRelease>[] = [
    {
      key: 'version',
      header: t('releases.version'),
      cell: ({ product, version }) => (
        <>
          <b className="num">{version}</b>
          <small>{t(`releases.${product}`)}</small>
        </>
      ),
    },
    {
      key: 'state',
      header: t('releases.state'),
      cell: ({ withdrawn_at, reason, mandatory, minimum }) => (
        <>
          <Badge tone={withdrawn_at ? 'bad' : 'good'}>
            {t(withdrawn_at ? 'releases.withdrawn' : 'releases.offered')}
          </Badge>
          {!withdrawn_at && mandatory && (
            <>
              {' '}
              <Badge tone="warn">{t('releases.mandatory')}</Badge>
            </>
          )}
          {!withdrawn_at && minimum && <small>{t('releases.minimum', { version: minimum })}</small>}
          {reason && (
            <small className={styles.long}>
              {t('releases.reason', { reason: '' })}
              <span {...textAttributes(reason, locale)}>{reason}</span>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'published',
      header: t('releases.published'),
      cell: ({ published_at }) => <time dateTime={published_at}>{momentOf(published_at, locale)}</time>,
    },
    {
      key: 'files',
      header: t('releases.files'),
      cell: ({ artefacts }) => (
        <ul className={styles.files}>
          {artefacts.map(({ target, filename, human_size, sha256 }) => (
            <li key={target}>
              <span className={styles.long} translate="no">
                {filename}
              </span>
              <span className="quiet">{human_size}</span>
              <CopyButton text={sha256} label={t('releases.copy', { name: filename })} />
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'actions',
      header: t('releases.actions'),
      kind: 'actions',
      cell: (one) =>
        !one.withdrawn_at && (
          <>
            {one.product === 'client' && (
              <Button
                kind="line"
                size="sm"
                aria-label={t('releases.require_label', { version: one.version })}
                onClick={() => setRequiring(one.version)}
              >
                {t('releases.require')}
              </Button>
            )}{' '}
            <Button
              kind="line"
              size="sm"
              aria-label={t('releases.withdraw_label', {
                product: t(`releases.${one.product}`),
                version: one.version,
              })}
              onClick={() => setWithdrawing(one)}
            >
              {t('releases.withdraw')}
            </Button>
          </>
        ),
    },
  ];
  const ruled = list.find(({ product, version }) => product === 'client' && version === requiring);
  return (
    <>
      <div className={styles.toolbar}>
        <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={`${PATH}&id=new`}>
          {t('releases.create')}
        </LocaleLink>
      </div>
      {list.length > 0 ? (
        <Table
          caption={t('releases.caption')}
          columns={columns}
          rows={list}
          rowKey={({ product, version }) => `${product} ${version}`}
        />
      ) : (
        <EmptyState title={t('releases.empty')}>{t('releases.empty_text')}</EmptyState>
      )}
      <TimeZone />
      {ruled && <UpdateRules release={ruled} onClose={() => setRequiring(null)} />}
      {withdrawing && <Withdraw release={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

/** Update rules of a client release for users of earlier ones. Those that a colleague saved meanwhile are shown first. */
export function UpdateRules({ release, onClose }: { release: AdminRelease; onClose: () => void }) {
  const t = useTranslations('deskReleases');
  const user = useAppSelector(selectUser);
  const [saveRules] = useDeskReleaseRequireMutation();
  const { version, mandatory: mandatoryNow, minimum: minimumNow } = release;
  const draftKey = `update-rules:${version}:${user?.id}`;
  const rules = `${mandatoryNow} ${minimumNow}`;
  /** The rules on which the input is based. */
  const [based] = useState(() => draftRevision(draftKey, rules));
  const form = useForm({
    initialValues: { mandatory: mandatoryNow, minimum: minimumNow ?? '' },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).updateRulesSchema,
    draft: { key: draftKey, revision: based },
    onSubmit: async ({ mandatory, minimum }) => {
      const before = { mandatory: mandatoryNow, minimum: minimumNow };
      await saveRules(handledByForm({ version, mandatory, minimum: minimum || null, before })).unwrap();
      showToast(t('require.done'));
      onClose();
    },
    // Withdrawn meanwhile. Other rules of a colleague are shown above the input.
    onConflict: (failure) => failure.status === 404 && closeOnConflict(onClose)(failure),
  });
  return (
    <FormDialog
      title={t('require.title', { version })}
      intro={t('require.intro')}
      form={form}
      submit={t('require.submit')}
      submitting={t('require.submitting')}
      onClose={onClose}
    >
      {based !== rules && (
        <Notice tone="warn">
          {t('require.outdated', {
            rule: t(mandatoryNow ? 'require.forced' : 'require.optional'),
            minimum: minimumNow ?? t('require.any'),
          })}
        </Notice>
      )}
      <Checkbox
        checked={form.values.mandatory}
        onChange={({ target }) => form.setValue('mandatory', target.checked)}
      >
        {t('require.mandatory')}
      </Checkbox>
      <Field label={t('require.minimum')} hint={t('require.minimum_hint')} error={form.errorOf('minimum')}>
        {(control) => (
          <TextInput {...control} {...form.field('minimum')} autoComplete="off" placeholder="1.3.0" />
        )}
      </Field>
    </FormDialog>
  );
}

export function Withdraw({ release, onClose }: { release: AdminRelease; onClose: () => void }) {
  const t = useTranslations('deskReleases');
  const user = useAppSelector(selectUser);
  const [withdraw] = useDeskReleaseWithdrawMutation();
  const { product, version } = release;
  const form = useForm({
    initialValues: { reason: '' },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).withdrawSchema,
    draft: { key: `withdraw:${product}:${version}:${user?.id}` },
    onSubmit: async ({ reason }) => {
      await withdraw(handledByForm({ product, version, reason })).unwrap();
      showToast(t('withdraw.done'));
      onClose();
    },
    onConflict: closeOnConflict(onClose),
  });
  return (
    <FormDialog
      title={t('withdraw.title', { product: t(`releases.${product}`), version })}
      intro={t('withdraw.intro')}
      form={form}
      submit={t('withdraw.submit')}
      submitting={t('withdraw.submitting')}
      danger
      onClose={onClose}
    >
      <Field required label={t('withdraw.reason')} error={form.errorOf('reason')}>
        {(control) => <TextArea {...control} {...form.field('reason')} rows={3} />}
      </Field>
    </FormDialog>
  );
}

type Values = {
  product: ReleaseProduct;
  version: string;
  notes_zh: string;
  notes_en: string;
  image: string;
  digest: string;
};
const AT_FIRST: Values = {
  product: 'client',
  version: '',
  notes_zh: '',
  notes_en: '',
  image: '',
  digest: '',
};

/** A release with its packages; sizes and checksums are computed from the uploaded files. */
export function PublishForm() {
  const t = useTranslations('deskReleases');
  const localePath = useLocalePath();
  const navigate = useNavigate();
  const user = useAppSelector(selectUser);
  const [publish] = useDeskReleasePublishMutation();
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [share, setShare] = useState(0);
  const draftKey = `new-release:${user?.id}`;
  const [product, setProduct] = useState(() => readDraft(draftKey, AT_FIRST).product);
  const form = useForm<Values>({
    initialValues: AT_FIRST,
    schema: async () => {
      const rules = await loadChunk(() => import('./rules.ts'));
      return product === 'private' ? rules.privateReleaseSchema : rules.releaseSchema;
    },
    // Only texts: a file must be selected again.
    draft: { key: draftKey },
    onSubmit: async ({ version, notes_zh, notes_en, image, digest }) => {
      const sent = new FormData();
      const fields = {
        product,
        version,
        notes_zh,
        notes_en,
        ...(product === 'private' && { image, digest }),
      };
      for (const [name, value] of Object.entries(fields)) sent.append(name, value);
      for (const target of TARGETS[product]) if (files[target]) sent.append(target, files[target]);
      setShare(0);
      // An upload takes minutes: an operator who opened another page meanwhile stays there.
      const onPage = notePage();
      // The upload outlives this page, and so does the browser's question before it would end.
      const ask = (event: BeforeUnloadEvent) => event.preventDefault();
      if (Object.keys(files).length > 0) addEventListener('beforeunload', ask);
      try {
        await publish(handledByForm({ form: sent, onProgress: setShare })).unwrap();
      } finally {
        removeEventListener('beforeunload', ask);
      }
      showToast(t('publish.published'));
      if (onPage()) void navigate(localePath(PATH));
    },
  });
  const { field, errorOf } = form;
  const nameOf = (target: string): string => {
    const platform = CLIENT_PLATFORMS.find((each) => each === target);
    return platform ? t(`publish.targets.${platform}`) : target;
  };
  return (
    <>
      <p className={styles.back}>
        <LocaleLink to={PATH}>{t('publish.back')}</LocaleLink>
      </p>
      <h2 className={styles.heading}>{t('publish.heading')}</h2>
      <form {...form.form} className={styles.form}>
        <Notice>
          <p>{t('publish.lead')}</p>
        </Notice>
        <div className={styles.both}>
          <Field label={t('publish.product')} error={errorOf('product')}>
            {(control) => (
              <Select
                {...control}
                value={product}
                onChange={({ target }) => {
                  const next = target.value as ReleaseProduct;
                  setProduct(next);
                  form.setValue('product', next);
                  setFiles({});
                }}
              >
                {RELEASE_PRODUCTS.map((each) => (
                  <option key={each} value={each}>
                    {t(`releases.${each}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            required
            label={t('publish.version')}
            hint={t('publish.version_hint')}
            error={errorOf('version')}
          >
            {(control) => <TextInput {...control} {...field('version')} autoComplete="off" />}
          </Field>
        </div>
        <div className={styles.both}>
          {LOCALES.map((locale) => (
            <Field
              key={locale}
              required
              label={t(`publish.notes_${locale}`)}
              error={errorOf(`notes_${locale}`)}
            >
              {(control) => (
                <TextArea {...control} {...field(`notes_${locale}`)} rows={8} lang={htmlLang(locale)} />
              )}
            </Field>
          ))}
        </div>
        {product === 'private' && (
          <>
            <Field
              required
              label={t('publish.image')}
              hint={t('publish.image_hint')}
              error={errorOf('image')}
            >
              {(control) => <TextInput {...control} {...field('image')} autoComplete="off" />}
            </Field>
            <Field
              required
              label={t('publish.digest')}
              hint={t('publish.digest_hint')}
              error={errorOf('digest')}
            >
              {(control) => <TextInput {...control} {...field('digest')} autoComplete="off" />}
            </Field>
          </>
        )}
        <p className="quiet">{t(`publish.files_${product}`)}</p>
        {TARGETS[product].map((target) => (
          <Field
            key={target}
            label={t('publish.file', { target: nameOf(target) })}
            error={errorOf(target as keyof Values)}
          >
            {(control) => (
              <FileInput
                {...control}
                choose={t('publish.choose')}
                onChange={({ target: input }) => {
                  const [file] = input.files ?? [];
                  const others = Object.entries(files).filter(([name]) => name !== target);
                  setFiles(Object.fromEntries(file ? [...others, [target, file]] : others));
                }}
              />
            )}
          </Field>
        ))}
        <FormError error={form.error} />
        <p>
          <Button type="submit" busy={form.busy}>
            {form.busy
              ? t('publish.submitting', { share: `${Math.round(share * 100)}%` })
              : t('publish.submit')}
          </Button>
        </p>
      </form>
    </>
  );
}
