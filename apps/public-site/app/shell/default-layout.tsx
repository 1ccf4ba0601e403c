import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { AdStrip } from './ad-strip.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { Navigation } from './navigation.tsx';

/** Layout `default`, also for error pages: activity strip, header with navigation, page, footer. */
export function DefaultFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <AdStrip />
      <Header>
        <Navigation />
      </Header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

export default function DefaultLayout() {
  return (
    <DefaultFrame>
      <Outlet />
    </DefaultFrame>
  );
}
