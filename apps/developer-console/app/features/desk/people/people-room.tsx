import type { AdminAccount } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { useDeskAccountsQuery } from '@yunduo/data-access';
import { dayOf } from '@yunduo/i18n';
import { Badge, Checkbox, PageHead, type Column } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { GRANTED_ROLES } from '../lists.ts';
import { DeskList, Filters, pageOf, SearchFilter, SelectFilter, sendForm } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import { AccountFile, Roles } from './account-file.tsx';

/** All accounts, or one of them (`?id=`). */
export default function PeopleRoom() {
  const [address] = useSearchParams();
  const id = Number(address.get('id'));
  return address.has('id') ? <AccountFile key={id} id={id} /> : <Accounts />;
}

function accountInput(query: URLSearchParams) {
  const q = query.get('q')?.trim().slice(0, SEARCH_MAX);
  const role = GRANTED_ROLES.find((known) => known === query.get('role'));
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(query.get('disabled') === 'true' && { disabled: true }),
    page: pageOf(query),
  };
}

function Accounts() {
  const t = useTranslations('deskPeople');
  const desk = useTranslations('desk');
  const locale = useLocale();
  const [address] = useSearchParams();
  const input = accountInput(address);
  const query = useDeskAccountsQuery(input, { refetchOnMountOrArgChange: true });
  const path = roomPath('people');
  const columns: Column<AdminAccount>[] = [
    {
      key: 'account',
      header: t('column.account'),
      cell: ({ id, email, nickname }) => (
        <>
          <LocaleLink className={styles.long} to={`${path}?id=${id}`}>
            {email}
          </LocaleLink>
          {nickname && (
            <small>
              <bdi>{nickname}</bdi>
            </small>
          )}
        </>
      ),
    },
    { key: 'roles', header: t('column.roles'), cell: ({ roles }) => <Roles roles={roles} /> },
    {
      key: 'state',
      header: t('column.state'),
      cell: ({ disabled_at }) =>
        disabled_at ? (
          <Badge tone="bad">{t('disabled')}</Badge>
        ) : (
          <span className="quiet">{t('active')}</span>
        ),
    },
    {
      key: 'joined',
      header: t('column.joined'),
      cell: ({ created_at }) => <time dateTime={created_at}>{dayOf(created_at, locale)}</time>,
    },
  ];
  const shown = { q: address.get('q') ?? '', role: input.role ?? '', disabled: input.disabled ?? false };
  return (
    <>
      <PageHead title={desk('room.people')} lead={t('lead')} />
      <Filters path={path} shown={shown}>
        <SearchFilter label={t('search')} hint={t('search_hint')} value={shown.q} />
        <SelectFilter
          name="role"
          label={t('role')}
          any={t('any_role')}
          value={shown.role}
          values={GRANTED_ROLES}
          textOf={(role) => t(`roles.${role}`)}
        />
        <Checkbox
          className={styles.check}
          name="disabled"
          value="true"
          defaultChecked={shown.disabled}
          onChange={sendForm}
        >
          {t('disabled_only')}
        </Checkbox>
      </Filters>
      <DeskList
        query={query}
        caption={desk('room.people')}
        columns={columns}
        rowKey={({ id }) => id}
        path={path}
        filtered={Object.keys(input).length > 1}
        empty={{ title: t('empty'), text: t('empty_text') }}
      />
    </>
  );
}
