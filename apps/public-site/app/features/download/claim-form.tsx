import type { ClientRelease, ClientReleases, DownloadLink, SiteInfo } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useClaimDownloadMutation } from '@yunduo/data-access';
import { Button, Checkbox, Field, LiveRegion, Notice, TextInput } from '@yunduo/ui';
import type { ClientPlatform } from '@yunduo/validation';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { formSchema } from '../../forms/form-schema.ts';
import { NeedsScript } from '../../forms/needs-script.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './download.module.css';
import { Claimed } from './claimed.tsx';
import { Platforms } from './systems.tsx';

interface ClaimFormProps {
  release: ClientRelease;
  protocol: ClientReleases['protocol'];
  site: SiteInfo;
}

/**
 * Download form: invitation code, platform and agreement (R5.11). The result is a link that is valid for ten minutes.
 */
export function ClaimForm({ release, protocol, site }: ClaimFormProps) {
  const t = useTranslations('download');
  const [claimDownload] = useClaimDownloadMutation();
  const [claimed, setClaimed] = useState<DownloadLink | null>(null);
  const form = useForm({
    id: 'claim',
    initialValues: { invitation_code: '', platform: '', agree: false },
    schema: formSchema('claimSchema'),
    draft: { key: 'claim', fields: ['invitation_code', 'platform'] },
    onSubmit: async ({ platform, ...values }) => {
      if (!protocol) return;
      setClaimed(null);
      const ours = { protocol_id: protocol.id, protocol_version: protocol.version };
      const answer = await claimDownload(
        handledByForm({ ...values, ...ours, platform: platform as ClientPlatform }),
      ).unwrap();
      setClaimed(answer);
    },
  });

  const { setValue, values } = form;
  // Only in the second render, after this tab's draft is restored: an earlier choice takes precedence.
  const guess = useDeferredValue(guessPlatform(navigator.userAgent), null);
  const choose = useEffectEvent((platform: ClientPlatform) => {
    if (values.platform === '') setValue('platform', platform);
  });
  useEffect(() => {
    if (guess) choose(guess);
  }, [guess]);

  if (!protocol) {
    return (
      <Notice tone="warn" title={t('claim.closed')}>
        <p>{t('claim.closed_text', { email: site.support_email })}</p>
      </Notice>
    );
  }
  return (
    <form {...form.form} className={styles.form}>
      <NeedsScript />
      <Platforms
        release={release}
        value={form.values.platform}
        onChoose={(platform) => form.setValue('platform', platform)}
        error={form.errorOf('platform')}
      />
      <Field
        id="claim-code"
        label={t('claim.code')}
        hint={t('claim.code_hint')}
        error={form.errorOf('invitation_code')}
        aside={<a href="#invite">{t('claim.ask')}</a>}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.field('invitation_code')}
            className="num"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Checkbox {...form.checkbox('agree')} error={form.errorOf('agree')}>
        {t('claim.agree')}
        <LocaleLink to={`/protocol/${protocol.id}`} target="_blank">
          {t('claim.agreement')}
        </LocaleLink>
      </Checkbox>
      <FormError error={form.error} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'claim.busy' : 'claim.submit')}
      </Button>
      <LiveRegion role="status">{claimed && <Claimed key={claimed.url} claim={claimed} />}</LiveRegion>
    </form>
  );
}

/** The platform of a browser if it is unambiguous: no browser reveals the CPU of a Mac. */
export function guessPlatform(userAgent: string): ClientPlatform | null {
  return /Windows NT/.test(userAgent) ? 'windows-x64' : null;
}
