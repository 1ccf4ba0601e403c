import { showToast, useLeaveSignal } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useRef, useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './versions.module.css';

/** Maximum bytes to load into memory: the browser's SHA-256 needs the whole file. */
const HASHED_MAX = 1_000_000_000;

interface PackageFileProps {
  onRead: (facts: { size: number; package_sha256: string }) => void;
}

/** Computes size and SHA-256 of the package in this browser; the file is not uploaded. */
export function PackageFile({ onRead }: PackageFileProps) {
  const t = useTranslations('versions');
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const left = useLeaveSignal();
  const read = async (file: File) => {
    const signal = left.current;
    setBusy(true);
    try {
      if (file.size === 0 || file.size > HASHED_MAX) throw new Error('The size is out of range.');
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
      const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      // A large file takes seconds, and the form may be gone.
      if (signal?.aborted) return;
      onRead({ size: file.size, package_sha256: hex });
      showToast(t('package.done', { name: file.name }));
    } catch {
      if (!signal?.aborted) showToast(t('package.failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.package}>
      <Button kind="line" size="sm" busy={busy} onClick={() => input.current?.click()}>
        {t(busy ? 'package.reading' : 'package.choose')}
      </Button>
      <span className="quiet">{t('package.hint')}</span>
      {/* Opened by the button: hidden itself. */}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('package.choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void read(file);
        }}
      />
    </div>
  );
}
